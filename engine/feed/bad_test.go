package feed_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// TestBadDocuments has documents that cannot be read, and the resulting errors. The tests of
// package xmlstream cover documents that are not well-formed.
func TestBadDocuments(t *testing.T) {
	const open = `<rss xmlns:sx="http://feedsync.org/2007/feedsync"><channel>`
	for _, c := range []struct{ name, document, want string }{
		{"empty", "", "groceries.xml:1:1: the document has no element: it is no feed"},
		{"no XML", "BEGIN:VCALENDAR", `groceries.xml:1:1: there is text before the root element: "BEGIN:VCALENDAR"`},
		{"a page", "<html/>", "groceries.xml:1:1: <html> is no feed: the root has to be <rss>, <opml>, or <feed> in the namespace http://www.w3.org/2005/Atom"},
		{"Atom without its namespace", "<feed/>", "groceries.xml:1:1: <feed> is no feed: the root has to be <rss>, <opml>, or <feed> in the namespace http://www.w3.org/2005/Atom"},
		{"no channel", "<rss>\n<item/></rss>", "groceries.xml:2:8: there is no <channel> in <rss>"},
		{"two channels", "<rss><channel/>\n<channel/></rss>", "groceries.xml:2:1: a second <channel>: a document has only one feed"},
		{"cut off between items", open + "\n<item/>", "groceries.xml:2:8: the document ends before </channel>: it is incomplete"},
		{"cut off in an item", open + "\n<item><title>", "groceries.xml:2:14: the document ends before </title>: it is incomplete"},
		{"cut off after the channel", open + "</channel>", "groceries.xml:1:70: the document ends before </rss>: it is incomplete"},
		{"two roots", open + "</channel></rss>\n<rss/>", "groceries.xml:2:1: <rss> is a second root element"},
		{"a document type", "<!DOCTYPE rss>" + open, "groceries.xml:1:1: a document type declaration is not accepted in a feed; remove it"},
		{"an undeclared prefix", open + "<item>\n<sx:sync/><x:a/></item></channel></rss>", `groceries.xml:2:11: the prefix "x" of "x:a" is not declared; add xmlns:x="…" to <x:a>`},
		{"too many elements", open + "\n<item>" + strings.Repeat("<a/>", 200_001), "groceries.xml:2:800003: an item may have no more than 200000 elements and attributes"},
		{"too many elements outside of items", open + strings.Repeat("\n<x><a/></x>", 100_001), "groceries.xml:100002:1: an item may have no more than 200000 elements and attributes"},
		{"nested too deep outside of items", open + "\n" + nested(129), "groceries.xml:2:385: elements are nested more than 128 deep"},
	} {
		err := end(c.document)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
		var b strings.Builder
		if _, rewriting := feed.Rewrite(&b, strings.NewReader(c.document), "groceries.xml", feed.RewriteOptions{}); rewriting == nil {
			t.Errorf("%s: was rewritten", c.name)
		}
		problems, failed := feed.Check(strings.NewReader(c.document), "groceries.xml")
		if failed != nil || len(problems) != 1 || problems[0].Severity != feed.Error || problems[0].Section == "" || problems[0].Rule == "" {
			t.Errorf("%s: Check gives %+v %v", c.name, problems, failed)
		}
	}
}

// end returns the error at the end of reading a document, or nil for a valid one. It checks
// that the error is the same each time.
func end(document string) error {
	r := feed.NewReader(strings.NewReader(document), "groceries.xml")
	for {
		_, err := r.Next()
		if err == nil {
			continue
		}
		if _, again := r.Next(); again != err {
			return errors.New("the error does not stay")
		}
		if err == io.EOF {
			return nil
		}
		return err
	}
}

// TestErrorsAsValues checks that callers can distinguish the kinds of errors.
func TestErrorsAsValues(t *testing.T) {
	var syntax *feed.SyntaxError
	if !errors.As(end("<rss>\n<"), &syntax) || syntax.File != "groceries.xml" || syntax.Line != 2 || syntax.Column != 1 {
		t.Errorf("%+v", syntax)
	}
}

var errBroken = errors.New("broken")

// full is a disk with room for a number of bytes.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errBroken
	}
	f.left -= len(p)
	return len(p), nil
}

// TestFullDisk checks that writers get an error, wherever the disk becomes full.
func TestFullDisk(t *testing.T) {
	document := publish(t, sampleDocument(item.RSS), many(100)...)
	for left := 0; left < len(document); left += 1 + len(document)/10 {
		w := feed.NewWriter(&full{left}, sampleDocument(item.RSS))
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

// TestBrokenSource checks that an error of the source ends the reading and is not reported as
// a problem of the feed.
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

// TestVisitFails checks that an error of Visit stops the rewriting.
func TestVisitFails(t *testing.T) {
	_, err := feed.Rewrite(io.Discard, strings.NewReader(untouched), "f", feed.RewriteOptions{
		Visit: func(*feed.Entry) (feed.Edit, error) { return feed.Unchanged(), errBroken },
	})
	if !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}
