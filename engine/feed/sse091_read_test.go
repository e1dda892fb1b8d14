package feed_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// first091 reads the first item of a document.
func first091(t *testing.T, document string) *feed.Entry {
	t.Helper()
	e, err := feed.NewReader(strings.NewReader(document), "f").Next()
	if err != nil || e.Item == nil {
		t.Fatalf("%v %+v in %s", err, e, document)
	}
	return e
}

// TestSequences091: the history has no numbers of its own, so the kth update before
// the last one is number version - k, which falls below 1 in odd feeds.
func TestSequences091(t *testing.T) {
	v := first091(t, rssWith091("<sx:sync id='i' version='2'><sx:history by='A'><sx:update by='B'/><sx:update when='1 May 2005 00:00 GMT'/></sx:history></sx:sync>")).Item.Winner
	if got := fmt.Sprint(v.Updates, v.History); got != "2 [2@-@A 1@-@B 0@1114905600@-]" {
		t.Errorf("got %s", got)
	}
}

// TestUnknown091: what nobody knows stays with the sx:sync, sx:history or sx:update
// that it stands in; our own attributes are none of it.
func TestUnknown091(t *testing.T) {
	v := first091(t, rssWith091("<sx:sync id='i' version='2' xmlns:cf='"+namespaceOwn+"' xmlns:x='urn:x' x:a='1' b='2' cf:order='1/2' cf:parent='p' cf:cycle='q' cf:settled='1;;A'>"+
		"<sx:history by='A' c='3'><sx:note/><sx:update by='B' d='4'><e/><sx:update by='C'/></sx:update></sx:history><f/></sx:sync>")).Item.Winner
	if len(v.History) != 2 {
		t.Fatalf("%+v", v.History)
	}
	for what, c := range map[string]struct{ got, want string }{
		"sx:sync":    {v.Extra, `<extra xmlns:x="urn:x" b="2" x:a="1"><f></f></extra>`},
		"sx:history": {v.History[0].Extra, `<extra xmlns:sx="http://www.microsoft.com/schemas/rss/sse" c="3"><sx:note></sx:note></extra>`},
		"sx:update":  {v.History[1].Extra, `<extra xmlns:sx="http://www.microsoft.com/schemas/rss/sse" d="4"><e></e><sx:update by="C"></sx:update></extra>`},
	} {
		if !sameXML(c.got, c.want) {
			t.Errorf("%s: got %s, want %s", what, c.got, c.want)
		}
	}
}

// sameXML compares canonical XML but for where namespaces are declared.
func sameXML(a, b string) bool {
	const sx = ` xmlns:sx="http://www.microsoft.com/schemas/rss/sse"`
	plain := strings.NewReplacer(sx, "", ` xmlns:x="urn:x"`, "")
	return plain.Replace(a) == plain.Replace(b)
}

// TestConflicts091 reads the versions that lost (SSE 0.91 §5.2): with the item as
// data, with an item that has no sx:sync, and without any that is understood.
func TestConflicts091(t *testing.T) {
	it := first091(t, rssWith091("<sx:sync id='i' version='3' conflict='true'><sx:history by='A'/><sx:conflicts>"+
		"<sx:conflict version='3' by='B'><item><title>lost</title><sx:sync id='i' version='3' deleted='true' xmlns:cf='"+namespaceOwn+"' cf:order='3/2 a 1/1' cf:parent='p' cf:cycle='c' cf:settled='1;;Z'>"+
		"<sx:history by='B'><sx:update by='C'/></sx:history></sx:sync></item></sx:conflict>"+
		"<sx:conflict version='2' when='1 May 2005 00:00 GMT' by='C'><item><title>bare</title></item></sx:conflict>"+
		"<sx:conflict version='1' by='D' why='no'><!-- c --><note>text</note>words</sx:conflict>"+
		"</sx:conflicts></sx:sync>")).Item
	if len(it.Conflicts) != 3 || !it.Flagged {
		t.Fatalf("%+v", it)
	}
	lost, bare, none := it.Conflicts[0], it.Conflicts[1], it.Conflicts[2]
	if lost.Title() != "lost" || !lost.Deleted || lost.Missing || fmt.Sprint(lost.History) != "[3@-@B 2@-@C]" ||
		lost.Place != (item.Place{Parent: "p", Key: "3/2 a 1/1", Cycle: "c"}) || fmt.Sprint(lost.Settled) != "[1@-@Z]" {
		t.Errorf("with data: %+v", lost)
	}
	if bare.ID != "i" || bare.Title() != "bare" || bare.Missing || fmt.Sprint(bare.Updates, bare.History) != "2 [2@1114905600@C]" {
		t.Errorf("without sx:sync: %+v", bare)
	}
	if none.ID != "i" || !none.Missing || none.Title() != "" || fmt.Sprint(none.Updates, none.History) != "1 [1@-@D]" ||
		none.Extra != `<extra why="no"><note>text</note>words</extra>` {
		t.Errorf("without an item: %+v %s", none, none.Extra)
	}
}

// TestNestedConflicts091 are as good as the others.
func TestNestedConflicts091(t *testing.T) {
	it := first091(t, rssWith091(conflict091("<item><sx:sync id='i' version='1'><sx:history by='B'/><sx:conflicts><sx:conflict version='1' by='C'>"+
		"<item><sx:sync id='i' version='1'><sx:history by='C'/></sx:sync></item></sx:conflict></sx:conflicts></sx:sync></item>"))).Item
	if len(it.Conflicts) != 2 || it.Conflicts[0].Top().By != "B" || it.Conflicts[1].Top().By != "C" {
		t.Errorf("%+v", it.Conflicts)
	}
}

// TestSettled reads what a version settled.
func TestSettled(t *testing.T) {
	v := first091(t, rssWith091("<sx:sync id='i' version='9' xmlns:o='"+namespaceOwn+"' o:settled=' 2;2005-05-21T11:43:33Z;a%20b%3B 7;;C%2FD bad 1;2005-05-21T11:43:33Z;'><sx:history by='A'/></sx:sync>")).Item.Winner
	if got := fmt.Sprintf("%q", fmt.Sprint(v.Settled)); got != `"[2@1116675813@a b; 7@-@C/D 1@1116675813@-]"` {
		t.Errorf("got %s", got)
	}
}

// TestSharing091 stands under the channel, the head or the root (SSE 0.91 §2.1), and
// each of its times is optional.
func TestSharing091(t *testing.T) {
	const sharing = `<sx:sharing xmlns:sx="http://www.microsoft.com/schemas/rss/sse" until="1 Mar 2005 9:43 EST" version="any" window="30"><sx:related link="all.xml" type="complete" since="soon" until="Fri, 1 Mar 2005 09:43:33 GMT"/></sx:sharing>`
	want := &feed.Sharing{Until: "1 Mar 2005 9:43 EST", Version: "any", Window: 30, Related: []feed.Related{{Link: "all.xml", Type: feed.Complete, Until: "Fri, 1 Mar 2005 09:43:33 GMT"}}}
	for _, document := range []string{
		"<rss><channel>\n" + sharing + "</channel></rss>",
		"<rss>\n" + sharing + "<channel/></rss>",
		"<opml><head>\n" + sharing + "</head><body/></opml>",
		"<opml>\n" + sharing + "<head/><body/></opml>",
	} {
		r := feed.NewReader(strings.NewReader(document), "f")
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		d := r.Document()
		if !reflect.DeepEqual(d.Sharing, want) || d.Dialect != feed.SSE091 {
			t.Errorf("%s:\n got %+v (%s)\nwant %+v", document, d.Sharing, d.Dialect, want)
		}
		if got := fmt.Sprint(d.Problems); got != `[line 2: error: the link "all.xml" of sx:related is no absolute address (bad-related, SSE 0.91 §2.2) `+
			`line 2: warning: since: "soon" is no RFC 822 time, like Sat, 21 May 2005 11:43:33 GMT; it is ignored (bad-since, SSE 0.91 §2.2)]` {
			t.Errorf("%s: %s", document, got)
		}
	}
	for _, p := range checked(t, strings.Replace(rssWith091(good091), `version="0.91"`, `since="x" until="never" window="-1"`, 1)) {
		if p.Severity != feed.Warning || p.Line != 1 || p.Section != "SSE 0.91 §2.1" {
			t.Errorf("%s", p)
		}
	}
}

// TestSharingOfTheOtherFamily is passed over, and reported.
func TestSharingOfTheOtherFamily(t *testing.T) {
	document := strings.Replace(rssWith("<sx:sync id='i' updates='1'>"+history+"</sx:sync>"), "<channel>", "<channel><sx:sharing/>\n<s:sharing xmlns:s='http://www.microsoft.com/schemas/rss/sse' version='0.91'/>", 1)
	list := checked(t, document)
	if len(list) != 1 || list[0].Rule != "other-family" || list[0].Line != 2 || list[0].Severity != feed.Error {
		t.Errorf("%v", list)
	}
}
