package feed_test

import (
	"io"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// counted counts the bytes that were read.
type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// What precedes the items is read without the first item, unless only that has the dialect.
func TestTheHeadIsReadWithoutALargeItem(t *testing.T) {
	const namespace = ` xmlns:sx="http://feedsync.org/2007/feedsync"`
	for _, c := range []struct {
		root, sync string
		whole      bool
	}{{namespace, "", false}, {"", namespace, true}} {
		text := `<rss version="2.0"` + c.root + `><channel><title>Groceries</title><item><title>` + strings.Repeat("milk ", 1<<20) +
			`</title><sx:sync id="n1" updates="1"` + c.sync + `><sx:history sequence="1" by="phone"/></sx:sync></item></channel></rss>`
		in := &counted{Reader: strings.NewReader(text)}
		head, err := feed.NewReader(in, "feed.xml").ReadHead()
		if err != nil || head.Title != "Groceries" || head.Dialect == "" {
			t.Errorf("the head is %+v, %v", head, err)
		}
		if whole := in.n > len(text)/2; whole != c.whole {
			t.Errorf("with the namespace %q at the root, %d of %d bytes were read", c.root, in.n, len(text))
		}
	}
}
