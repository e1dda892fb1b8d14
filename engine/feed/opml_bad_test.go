package feed_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
)

const opmlOpen = `<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head/><body>`

// deepOutlines nests that many outlines, each on its own line after the first.
func deepOutlines(depth int) string {
	var b strings.Builder
	b.WriteString(opmlOpen)
	for n := range depth {
		fmt.Fprintf(&b, "\n<outline text='%d'><sx:sync id='i%d' version='1'><sx:history by='A'/></sx:sync>", n, n)
	}
	return b.String() + strings.Repeat("</outline>", depth) + "</body></opml>"
}

// TestBadOutlines has OPML that cannot be read, and the resulting errors.
func TestBadOutlines(t *testing.T) {
	far := testsize.Of(10_000, 100_000)
	for name, c := range map[string]struct{ document, want string }{
		"no body":             {"<opml><head/>\n</opml>", "groceries.xml:2:1: there is no <body> in <opml>"},
		"two bodies":          {"<opml><body/>\n<body/></opml>", "groceries.xml:2:1: a second <body>: a document has only one feed"},
		"a namespace":         {"<opml xmlns='urn:o'><body/></opml>", "groceries.xml:1:1: <opml> in the namespace urn:o is no feed: the root has to be <rss>, <opml>, or <feed> in the namespace http://www.w3.org/2005/Atom"},
		"another root":        {"<outline/>", "groceries.xml:1:1: <outline> is no feed: the root has to be <rss>, <opml>, or <feed> in the namespace http://www.w3.org/2005/Atom"},
		"a web page":          {"<!DOCTYPE html>\n<html><body>hello", "groceries.xml:1:1: this is a web page and no feed; find the address of the feed itself"},
		"an old web page":     {"<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><html>", "groceries.xml:1:1: this is a web page and no feed; find the address of the feed itself"},
		"a strict web page":   {"<html xmlns='http://www.w3.org/1999/xhtml'/>", "groceries.xml:1:1: <html> in the namespace http://www.w3.org/1999/xhtml is no feed: the root has to be <rss>, <opml>, or <feed> in the namespace http://www.w3.org/2005/Atom"},
		"unquoted attributes": {opmlOpen + "\n<outline text=milk/></body></opml>", "groceries.xml:2:14: the value of the attribute text needs quotes"},
		"an attribute twice":  {opmlOpen + "\n<outline text='a' text='b'/></body></opml>", "groceries.xml:2:1: <outline> has the attribute text twice"},
		"cut off":             {opmlOpen + "\n<outline text='a'>\n<outline text='b'/>", "groceries.xml:3:20: the document ends before </outline>: it is incomplete"},
		"an ampersand":        {opmlOpen + "\n<outline text='a & b'/></body></opml>", `groceries.xml:2:18: "& b" is not a reference that XML knows; write "&amp;" for "&", and characters as themselves`},
		"too deep":            {deepOutlines(1001), "groceries.xml:1002:1: outlines are nested more than 1000 deep; move some of them up"},
		"far too deep":        {deepOutlines(far), "groceries.xml:1002:1: outlines are nested more than 1000 deep; move some of them up"},
		"deep elsewhere":      {"<opml>\n" + strings.Repeat("<x>", far), "groceries.xml:2:3766: elements are nested more than 1256 deep"},
		"deep in sx:sync":     {opmlOpen + "\n<outline><sx:sync>" + strings.Repeat("<sx:history>", far), "groceries.xml:2:15043: elements are nested more than 1256 deep"},
		"deep in a conflict":  {opmlOpen + "<outline><sx:sync><sx:conflicts><sx:conflict>\n" + strings.Repeat("<outline>", far), "groceries.xml:2:11251: elements are nested more than 1256 deep"},
		"large together":      {opmlOpen + strings.Repeat("\n<outline>"+strings.Repeat("<a/>", 190_000), 7), "groceries.xml:8:1: the outlines around this one are too large together: they may have 1000000 elements and attributes and 64 MB"},
		"too many around":     {opmlOpen + "\n<outline>" + strings.Repeat("<a/>", 150_000) + "<outline/>" + strings.Repeat("<a/>", 50_000), "groceries.xml:2:800016: an item may have no more than 200000 elements and attributes"},
		"too many elements":   {opmlOpen + "\n<outline>" + strings.Repeat("<a/>", 200_001), "groceries.xml:2:800006: an item may have no more than 200000 elements and attributes"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := end(c.document); err == nil || err.Error() != c.want {
				t.Errorf("\n got %v\nwant %s", err, c.want)
			}
			problems := checked(t, c.document)
			if last := problems[len(problems)-1]; last.Severity != feed.Error || last.Section == "" || last.Rule == "" {
				t.Errorf("Check gives %+v", last)
			}
		})
	}
}

// TestDeepestOutlines checks that a thousand levels are read, with the usual nesting limit for
// the contents of the last one.
func TestDeepestOutlines(t *testing.T) {
	list, _ := outlines(t, deepOutlines(1000))
	if first := list[0]; len(list) != 1000 || first.Item.ID() != "i999" || first.Outline.Number != 1000 || first.Outline.Parent != 999 || first.Line != 1001 {
		t.Errorf("%d outlines, %+v", len(list), list[0])
	}
	within := "<sx:sync id='i' version='1'><sx:history by='A'/><sx:conflicts><sx:conflict version='1' by='B'><outline>" +
		"<sx:sync id='i' version='1'><sx:history by='B'/></sx:sync>" + nested(128) + "</outline></sx:conflict></sx:conflicts></sx:sync>"
	document := opmlOpen + strings.Repeat("<outline>", 1000) + within + strings.Repeat("</outline>", 1000) + "</body></opml>"
	if list, _ := outlines(t, document); len(list[0].Item.Conflicts) != 1 {
		t.Errorf("%+v", list[0])
	}
}

// TestOutlineLimits checks that limits apply to each outline without its children.
func TestOutlineLimits(t *testing.T) {
	half := strings.Repeat("<a/>", 150_000)
	document := opmlOpen + "<outline>" + half + "<outline>" + half + "</outline><sx:sync id='i' version='1'><sx:history by='A'/></sx:sync></outline></body></opml>"
	if list, _ := outlines(t, document); len(list) != 2 || list[1].Item == nil {
		t.Errorf("%d outlines", len(list))
	}
	deep := opmlOpen + "<outline><outline>\n" + nested(129) + "<sx:sync id='in' version='1'><sx:history by='A'/></sx:sync></outline><sx:sync id='out' version='1'><sx:history by='A'/></sx:sync></outline></body></opml>"
	list, _ := outlines(t, deep)
	if in, out := list[0], list[1]; !in.Skipped || in.Problems[0].Line != 2 || out.Item == nil {
		t.Errorf("%+v %+v", in, out)
	}
	conflicts := strings.Repeat("<sx:conflict version='1' by='B'/>", 1001)
	document = opmlWith("<sx:sync id='i' version='1'><sx:history by='A'/><sx:conflicts>" + conflicts + "</sx:conflicts></sx:sync>")
	if problems, aside := examined(t, document); !aside || problems != "3 error too-many-conflicts limits of Crossfeed" {
		t.Errorf("%s", problems)
	}
}

// TestLargeAttribute checks that an attribute of ten megabytes is read, and one of a hundred
// is refused.
func TestLargeAttribute(t *testing.T) {
	large := func(size int) string {
		return opmlOpen + "\n<outline text='t' _note='" + strings.Repeat("0123456789", size/10) + "'><sx:sync id='i' version='1'><sx:history by='A'/></sx:sync></outline></body></opml>"
	}
	list, _ := outlines(t, large(10<<20))
	if v := list[0].Item.Winner; len(v.Content.XML()) < 10<<20 || v.Title() != "t" {
		t.Errorf("%d bytes", len(v.Content.XML()))
	}
	both := strings.Replace(large(40<<20), "<sx:sync ", "<x a='"+strings.Repeat("0123456789", 4<<20)+"'/><sx:sync ", 1)
	for document, want := range map[string]string{
		large(65 << 20): "groceries.xml:2:1: what begins here is larger than 64 MB; split it up",
		both:            "an outline is larger than 64 MB; split it up",
	} {
		if err := end(document); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200v", err)
		}
	}
}

// TestRepeatedOutline checks that a repeated identifier is reported at its second position,
// even if one of the outlines is inside the other.
func TestRepeatedOutline(t *testing.T) {
	const sync = "<sx:sync id='i' version='1'><sx:history by='A'/></sx:sync>"
	for name, document := range map[string]string{
		"beside": opmlOpen + "\n<outline>" + sync + "</outline>\n<outline>" + sync + "</outline></body></opml>",
		"within": opmlOpen + "\n<outline>" + sync + "\n<outline>" + sync + "</outline></outline></body></opml>",
	} {
		list := checked(t, document)
		if len(list) != 1 || list[0].String() != `line 3: warning: item "i": the item is in line 2 already; the two are merged (repeated-id, SSE 0.91 §2.3)` {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// TestCheckOutlines checks that problems are returned in document order, although outlines are
// returned after their children.
func TestCheckOutlines(t *testing.T) {
	document := opmlOpen + "\n<outline><sx:sync id='a' version='0'><sx:history by='A'/></sx:sync>\n<outline><sx:sync id='b' version='1'/></outline>" +
		"\n<outline><f:sync xmlns:f='http://feedsync.org/2007/feedsync' id='c' updates='1'><f:history sequence='1' by='A'/></f:sync></outline></outline>\n<outline text='plain'/></body></opml>"
	var got []string
	for _, p := range checked(t, document) {
		got = append(got, p.String())
	}
	want := []string{
		`line 2: error: item "a": version="0" is not a number from 1 to 2147483647 (bad-version, SSE 0.91 §2.3)`,
		`line 3: error: item "b": sx:sync has no sx:history; at least one is required (missing-history, SSE 0.91 §2.4)`,
		`line 4: error: item "c": this sx:sync is one of FeedSync, which OPML has none of; SSE 0.91 has outlines (other-family, SSE 0.91 §1)`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestOutlinesArrive checks that an outline is returned as soon as it is complete, before the
// rest is sent.
func TestOutlinesArrive(t *testing.T) {
	in, out := io.Pipe()
	came := make(chan struct{})
	go func() {
		_, _ = io.WriteString(out, opmlOpen+"<outline text='around'><outline text='first'/>")
		<-came
		_, err := io.WriteString(out, "</outline></body></opml>")
		out.CloseWithError(err)
	}()
	r := feed.NewReader(in, "f")
	if e, err := r.Next(); err != nil || string(e.Raw) != "<outline text='first'/>" {
		t.Fatalf("%+v %v", e, err)
	}
	close(came)
	if e, err := r.Next(); err != nil || string(e.Raw) != "<outline text='around'></outline>" {
		t.Fatalf("%+v %v", e, err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Error(err)
	}
}
