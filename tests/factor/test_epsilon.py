"""An epsilon is a positive number."""

import pytest

from ppne.errors import InputError
from ppne.factor.epsilon import check_epsilon


@pytest.mark.parametrize("epsilon", [0.0, -1.0, float("inf"), float("nan")])
def test_an_epsilon_that_is_no_positive_number_is_refused(epsilon):
    with pytest.raises(InputError, match=f"epsilon must be a positive number, got {epsilon}"):
        check_epsilon(epsilon)


def test_a_positive_epsilon_is_taken():
    check_epsilon(1e-9)
