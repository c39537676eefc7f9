"""A page taken apart: what is open at its end, its words, and what it would fetch."""

from html.parser import HTMLParser


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.images, self.words, self.fetched = [], [], [], []
        self.feed(text)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag == "img":
            self.images.append(told["src"])
        if tag in ("script", "link", "iframe"):
            self.fetched.append(tag)
        if tag not in ("img", "meta"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Nothing is left open."""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)
