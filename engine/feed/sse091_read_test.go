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

// TestSequences091 checks the numbers of history entries: the kth update before the last one
// is number version - k, which can be below 1 in unusual feeds.
func TestSequences091(t *testing.T) {
	v := first091(t, rssWith091("<sx:sync id='i' version='2'><sx:history by='A'><sx:update by='B'/><sx:update when='1 May 2005 00:00 GMT'/></sx:history></sx:sync>")).Item.Winner
	if got := fmt.Sprint(v.Updates, v.History); got != "2 [2@-@A 1@-@B 0@1114905600@-]" {
		t.Errorf("got %s", got)
	}
}

// TestUnknown091 checks that unknown content stays in its sx:sync, sx:history or sx:update,
// and that our own attributes do not count as unknown.
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

// sameXML compares canonical XML, regardless of where namespaces are declared.
func sameXML(a, b string) bool {
	const sx = ` xmlns:sx="http://www.microsoft.com/schemas/rss/sse"`
	plain := strings.NewReplacer(sx, "", ` xmlns:x="urn:x"`, "")
	return plain.Replace(a) == plain.Replace(b)
}

// TestConflicts091 reads losing versions (SSE 0.91 §5.2): with the item as data, with an item
// that has no sx:sync, and without any known data.
func TestConflicts091(t *testing.T) {
	it := first091(t, rssWith091("<sx:sync id='i' version='3' conflict='true'><sx:history by='A'/><sx:conflicts>"+
		"<sx:conflict version='3' by='B'><item><title>lost</title><sx:sync id='i' version='3' deleted='true' xmlns:cf='"+namespaceOwn+"' cf:order='3/2 a 1/1' cf:parent='p' cf:cycle='c' cf:settled='1;;Z'>"+
		"<sx:history by='B'><sx:update by='C'/></sx:history></sx:sync></item></sx:conflict>"+
		"<sx:conflict version='2' when='1 May 2005 00:00 GMT' by='C'><item><title>bare</title><guid>g</guid></item></sx:conflict>"+
		"<sx:conflict version='1' by='D' why='no'><!-- c --><note>text</note>words</sx:conflict>"+
		"</sx:conflicts></sx:sync>")).Item
	if len(it.Conflicts) != 3 || !it.Flagged {
		t.Fatalf("%+v", it)
	}
	lost, bare, none := it.Conflicts[0], it.Conflicts[1], it.Conflicts[2]
	if lost.Title() != "lost" || !lost.Deleted || lost.Missing || fmt.Sprint(lost.History) != "[3@-@B 2@-@C]" ||
		lost.Place != (item.Place{Parent: "p", Key: "3/2 a 1/1", Cycle: "c"}) || fmt.Sprint(lost.Resolved) != "[1@-@Z]" {
		t.Errorf("with data: %+v", lost)
	}
	if bare.ID != "i" || bare.Title() != "bare" || bare.Publisher != "<item><guid>g</guid></item>" || bare.Missing || fmt.Sprint(bare.Updates, bare.History) != "2 [2@1114905600@C]" {
		t.Errorf("without sx:sync: %+v", bare)
	}
	if none.ID != "i" || !none.Missing || none.Title() != "" || fmt.Sprint(none.Updates, none.History) != "1 [1@-@D]" ||
		none.Extra != `<extra why="no"><note>text</note>words</extra>` {
		t.Errorf("without an item: %+v %s", none, none.Extra)
	}
}

// TestFlag091 checks that the flag is set on the item, and not on a version (SSE 0.91 §2.3).
func TestFlag091(t *testing.T) {
	for value, want := range map[string]bool{"true": true, "false": false, "": false} {
		if it := first091(t, rssWith091("<sx:sync id='i' version='1' conflict='"+value+"'><sx:history by='A'/></sx:sync>")).Item; it.Flagged != want {
			t.Errorf("conflict=%q: flagged %t", value, it.Flagged)
		}
	}
}

// TestSecondItemInAConflict checks that the first item is the losing one.
func TestSecondItemInAConflict(t *testing.T) {
	item := func(title string) string { return "<item><title>" + title + "</title>" + good091 + "</item>" }
	e := first091(t, rssWith091(conflict091(item("first")+item("second"))))
	if len(e.Item.Conflicts) != 1 || e.Item.Conflicts[0].Title() != "first" || len(e.Problems) != 1 || e.Problems[0].Rule != "beside-conflict" {
		t.Errorf("%+v %v", e.Item.Conflicts, e.Problems)
	}
}

// TestDialects091 checks that OPML is SSE 0.91 whatever it declares, and that Atom never is.
func TestDialects091(t *testing.T) {
	for document, want := range map[string]item.Dialect{
		`<rss xmlns:s="https://www.microsoft.com/schemas/rss/sse"><channel/></rss>`:                               item.SSE091,
		`<rss><channel><s:sharing xmlns:s="http://www.microsoft.com/schemas/rss/sse"/></channel></rss>`:           item.SSE091,
		`<rss><channel><item><s:sync xmlns:s="http://www.microsoft.com/schemas/rss/sse"/></item></channel></rss>`: item.SSE091,
		`<opml xmlns:f="http://feedsync.org/2007/feedsync"><body/></opml>`:                                        item.SSE091,
		`<opml><body/></opml>`: item.SSE091,
		`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:s="http://www.microsoft.com/schemas/rss/sse"><entry><s:sync/></entry></feed>`:                        "",
		`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:s="http://www.microsoft.com/schemas/rss/sse"><s:sharing version="0.91"/></feed>`:                     "",
		`<rss xmlns:f="http://feedsync.org/2007/feedsync"><channel><item><s:sync xmlns:s="http://www.microsoft.com/schemas/rss/sse"/></item></channel></rss>`: item.FeedSync10,
	} {
		r := feed.NewReader(strings.NewReader(document), "f")
		for err := error(nil); err == nil; {
			_, err = r.Next()
		}
		if got := r.Document().Dialect; got != want {
			t.Errorf("%s: %q, want %q", document, got, want)
		}
	}
}

// TestCommentsInUpdates checks that comments stay in their update when sx:sync is rewritten.
func TestCommentsInUpdates(t *testing.T) {
	document := rssWith091("<sx:sync id='i' version='2'><sx:history by='A'><!--of A--><sx:update by='B'><!--of B--></sx:update></sx:history></sx:sync>")
	var written strings.Builder
	_, err := feed.Rewrite(&written, strings.NewReader(document), "f", feed.RewriteOptions{Visit: func(e *feed.Entry) (feed.Edit, error) {
		if e.Item.ID() != "i" {
			return feed.Unchanged(), nil
		}
		return feed.Replace(&item.Item{Winner: e.Item.Winner, Flagged: true}), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(written.String()), " ")
	if want := `<sx:sync id="i" version="2" conflict="true"> <sx:history by="A"> <!--of A--> <sx:update by="B"> <!--of B--> </sx:update> </sx:history> </sx:sync>`; !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNestedConflicts091 checks that nested conflicts count like the others.
func TestNestedConflicts091(t *testing.T) {
	it := first091(t, rssWith091(conflict091("<item><sx:sync id='i' version='1'><sx:history by='B'/><sx:conflicts><sx:conflict version='1' by='C'>"+
		"<item><sx:sync id='i' version='1'><sx:history by='C'/></sx:sync></item></sx:conflict></sx:conflicts></sx:sync></item>"))).Item
	if len(it.Conflicts) != 2 || it.Conflicts[0].Top().By != "B" || it.Conflicts[1].Top().By != "C" {
		t.Errorf("%+v", it.Conflicts)
	}
}

// TestResolved reads the conflicts that a version resolved.
func TestResolved(t *testing.T) {
	v := first091(t, rssWith091("<sx:sync id='i' version='9' xmlns:o='"+namespaceOwn+"' o:settled=' 2;2005-05-21T11:43:33Z;a%20b%3B 7;;C%2FD bad 1;2005-05-21T11:43:33Z;'><sx:history by='A'/></sx:sync>")).Item.Winner
	if got := fmt.Sprintf("%q", fmt.Sprint(v.Resolved)); got != `"[2@1116675813@a b; 7@-@C/D 1@1116675813@-]"` {
		t.Errorf("got %s", got)
	}
}

// TestBadResolved checks that invalid entries are ignored and reported.
func TestBadResolved(t *testing.T) {
	for entry, want := range map[string]string{
		"1;":           `settled: "1;" is not a version, a time and an endpoint with semicolons between; it is ignored`,
		"1;;a;b":       `settled: "1;;a;b" is not a version, a time and an endpoint with semicolons between; it is ignored`,
		"0;;a":         `settled: "0" is not a version; it is ignored`,
		"1;soon;a":     `settled: "soon" is no RFC 3339 time, like 2005-05-21T11:43:33Z; it is ignored`,
		"1;;%zz":       `settled: "%zz" is not escaped as in an address; it is ignored`,
		"1;;":          `settled: "1;;" has neither a time nor an endpoint; it is ignored`,
		"2147483648;;": `settled: "2147483648" is not a version; it is ignored`,
	} {
		document := rssWith091("<sx:sync id='i' version='9' xmlns:cf='" + namespaceOwn + "' cf:settled='3;;A " + entry + " 4;;B'><sx:history by='A'/></sx:sync>")
		if list := checked(t, document); len(list) != 1 || list[0].Text != want || list[0].Severity != feed.Warning {
			t.Errorf("%s: %v", entry, list)
		}
		if v := first091(t, document).Item.Winner; fmt.Sprint(v.Resolved) != "[3@-@A 4@-@B]" || v.Extra != "" {
			t.Errorf("%s: %v, %s", entry, v.Resolved, v.Extra)
		}
	}
}

// TestLaterAttributesOfOurs checks that future attributes in our namespace are preserved like
// other unknown ones.
func TestLaterAttributesOfOurs(t *testing.T) {
	v := first091(t, rssWith091("<sx:sync id='i' version='1' xmlns:cf='"+namespaceOwn+"' cf:later='x' cf:order='1/1'><sx:history by='A'/></sx:sync>")).Item.Winner
	if !strings.Contains(v.Extra, `cf:later="x"`) || strings.Contains(v.Extra, "order") {
		t.Errorf("%s", v.Extra)
	}
}

// TestSharing091 checks that sx:sharing may be in the channel, the head or the root (SSE 0.91
// §2.1), and that each of its times is optional.
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
		if !reflect.DeepEqual(d.Sharing, want) || d.Dialect != item.SSE091 {
			t.Errorf("%s:\n got %+v (%s)\nwant %+v", document, d.Sharing, d.Dialect, want)
		}
		if got := fmt.Sprint(d.Problems); got != `[line 2: error: the link "all.xml" of sx:related is no absolute address (bad-related, SSE 0.91 §2.2) `+
			`line 2: warning: since: "soon" is no RFC 822 time, like Sat, 21 May 2005 11:43:33 GMT; it is ignored (bad-since, SSE 0.91 §2.2)]` {
			t.Errorf("%s: %s", document, got)
		}
	}
	list := checked(t, strings.Replace(rssWith091(good091), `version="0.91"`, `since="x" until="never" window="-1"`, 1))
	if len(list) != 4 || list[0].Rule != "missing-sharing-version" {
		t.Errorf("%v", list)
	}
	for _, p := range list {
		if p.Severity != feed.Warning || p.Line != 1 || p.Section != "SSE 0.91 §2.1" {
			t.Errorf("%s", p)
		}
	}
}

// TestSharingOfTheOtherDialect checks that it is ignored and reported.
func TestSharingOfTheOtherDialect(t *testing.T) {
	document := strings.Replace(rssWith("<sx:sync id='i' updates='1'>"+history+"</sx:sync>"), "<channel>", "<channel><sx:sharing/>\n<s:sharing xmlns:s='http://www.microsoft.com/schemas/rss/sse' version='0.91'/>", 1)
	list := checked(t, document)
	if len(list) != 2 || list[0].Rule != "other-family" || list[0].Line != 2 || list[0].Severity != feed.Error || list[1].Rule != "missing-when" {
		t.Errorf("%v", list)
	}
}
