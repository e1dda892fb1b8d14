package feed_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/feed"
)

var errBroken = errors.New("broken")

// full is a disk that takes so many bytes.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errBroken
	}
	f.left -= len(p)
	return len(p), nil
}

// TestFullDisk: whoever writes is told, wherever the disk is full.
func TestFullDisk(t *testing.T) {
	document := publish(t, sampleDocument(feed.RSS), many(100)...)
	for left := 0; left < len(document); left += 1 + len(document)/10 {
		w := feed.NewWriter(&full{left}, sampleDocument(feed.RSS))
		for _, it := range many(100) {
			if w.Write(it) != nil {
				break
			}
		}
		if err := w.Close(); !errors.Is(err, errBroken) {
			t.Errorf("%d bytes: Close gives %v", left, err)
		}
		if _, err := feed.Rewrite(&full{left}, strings.NewReader(document), "f", feed.RewriteOptions{}); !errors.Is(err, errBroken) {
			t.Errorf("%d bytes: Rewrite gives %v", left, err)
		}
	}
}

// TestBrokenSource: an error of the source ends the reading, and is no problem of
// the feed.
func TestBrokenSource(t *testing.T) {
	source := func() io.Reader {
		return io.MultiReader(strings.NewReader("<rss><channel><item>"), iotest.ErrReader(errBroken))
	}
	if _, err := feed.NewReader(source(), "f").Next(); !errors.Is(err, errBroken) {
		t.Errorf("Next gives %v", err)
	}
	if problems, err := feed.Check(source(), "f"); !errors.Is(err, errBroken) || len(problems) > 0 {
		t.Errorf("Check gives %v %v", problems, err)
	}
	if _, err := feed.Rewrite(io.Discard, source(), "f", feed.RewriteOptions{}); !errors.Is(err, errBroken) {
		t.Errorf("Rewrite gives %v", err)
	}
}

// TestVisitFails: what the caller cannot decide stops the rewriting.
func TestVisitFails(t *testing.T) {
	_, err := feed.Rewrite(io.Discard, strings.NewReader(untouched), "f", feed.RewriteOptions{
		Visit: func(*feed.Entry) (feed.Edit, error) { return feed.Keep(), errBroken },
	})
	if !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}
