"""`python -m ppne`: the same as the `ppne` command."""

from ppne.cli.main import main

if __name__ == "__main__":
    main()
