package feed_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// rssWith returns a feed whose second line begins an item with that sx:sync.
func rssWith(sync string) string {
	return `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:old="http://www.microsoft.com/schemas/sse"><channel>` +
		"\n<item><title>t</title>\n" + sync + "</item>\n" +
		`<item><title>after</title><sx:sync id="after" updates="1"><sx:history sequence="1" by="A"/></sx:sync></item></channel></rss>`
}

const history = "\n<sx:history sequence='1' when='2005-05-21T11:43:33Z' by='A'/>"

// conflict returns an sx:sync with one conflict.
func conflict(sync string) string {
	return "<sx:sync id='i' updates='1'>" + history + "\n<sx:conflicts>\n<item>\n" + sync + "</item></sx:conflicts></sx:sync>"
}

// TestValidity checks "Validity of an item", rule by rule: what is reported, on which line,
// and whether the item is skipped.
func TestValidity(t *testing.T) {
	for _, c := range []struct{ sync, want string }{
		{"<sx:sync id='i' updates='1'>" + history + "</sx:sync>", ""},
		{"<old:sync id='i' updates='1'><old:history sequence='1' by='A'/></old:sync>", ""},
		{"<old:sync id='i' updates='1'>" + history + "</old:sync>", ""},
		{"<sx:sync id='i' updates='2147483647'>" + history + "</sx:sync>", ""},
		{"<sx:sync id='i' updates='1' deleted='false' noconflicts='false'>" + history + "</sx:sync>", ""},
		{"<sx:sync id='i' updates='1'><sx:history sequence='2147483647' by='A'/></sx:sync>", ""},
		{"<sx:sync id='i' updates='1'><sx:history sequence='1' when='2005-05-21t11:43z'/></sx:sync>", ""},
		{"<sx:sync id='i' updates='1'>" + history + "<sx:conflicts/></sx:sync>", ""},

		{"<sx:sync updates='1'>" + history + "</sx:sync>", "3 error missing-id SSE 0.93 §2.4"},
		{"<sx:sync id='' updates='1'>" + history + "</sx:sync>", "3 error missing-id SSE 0.93 §2.4"},
		{"<sx:sync id='i'>" + history + "</sx:sync>", "3 error missing-updates SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='0'>" + history + "</sx:sync>", "3 error bad-updates SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='2147483648'>" + history + "</sx:sync>", "3 error bad-updates SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='-1'>" + history + "</sx:sync>", "3 error bad-updates SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='1.0'>" + history + "</sx:sync>", "3 error bad-updates SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates=''>" + history + "</sx:sync>", "3 error bad-updates SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='1' deleted='TRUE'>" + history + "</sx:sync>", "3 error bad-deleted SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='1' deleted=''>" + history + "</sx:sync>", "3 error bad-deleted SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='1' noconflicts='1'>" + history + "</sx:sync>", "3 error bad-noconflicts SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='1'/>", "3 error missing-history SSE 0.93 §2.5"},
		{"<sx:sync id='i' updates='1'><history sequence='1' by='A'/></sx:sync>", "3 error missing-history SSE 0.93 §2.5"},
		{"<sx:sync id='i' updates='1'>" + history + "\n<sx:history by='A'/></sx:sync>", "5 error missing-sequence SSE 0.93 §2.5"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='0' by='A'/></sx:sync>", "4 error bad-sequence SSE 0.93 §2.5"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='2147483648' by='A'/></sx:sync>", "4 error bad-sequence SSE 0.93 §2.5"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='1'/></sx:sync>", "4 error missing-when-and-by SSE 0.93 §2.5"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='1' when='yesterday' by='A'/></sx:sync>", "4 error bad-when SSE 0.93 §2.1.5"},
		{"<sx:sync id='i' updates='1'>" + history + "</sx:sync>\n<sx:sync/>", "5 error second-sync SSE 0.93 §2.4"},
		{"<sx:sync id='i'/>", "3 error missing-updates SSE 0.93 §2.4, 3 error missing-history SSE 0.93 §2.5"},

		{"<sx:sync id='i j' updates='1'>" + history + "</sx:sync>", "3 warning nss-id SSE 0.93 §2.4"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='1' by='a/b'/></sx:sync>", "4 warning nss-by SSE 0.93 §2.1.1"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='1' when='' by='A'/></sx:sync>", "4 warning empty-when SSE 0.93 §2.1.2"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='1' when='2005-05-21T11:43:33Z' by=''/></sx:sync>", "4 warning empty-by SSE 0.93 §2.1.2"},
		{"<sx:sync id='i' updates='1'>\n<sx:history sequence='1' when='' by='A'/>\n<sx:history sequence='1' when='' by=''/></sx:sync>",
			"4 warning empty-when SSE 0.93 §2.1.2, 5 warning empty-when SSE 0.93 §2.1.2, 5 warning empty-by SSE 0.93 §2.1.2, 5 error missing-when-and-by SSE 0.93 §2.5"},

		{conflict("<sx:sync id='i' updates='1'>" + history + "</sx:sync>"), ""},
		{conflict("<sx:sync id='j' updates='1'>" + history + "</sx:sync>"), "7 error other-id SSE 0.93 §2.6"},
		{conflict("<sx:sync id='i' updates='1'/>"), "7 error missing-history SSE 0.93 §2.5"},
		{conflict(""), "6 error bad-conflict SSE 0.93 §2.6"},
		{"<sx:sync id='i' updates='1'>" + history + "\n<sx:conflicts>\n<entry/></sx:conflicts></sx:sync>", "6 error bad-conflict SSE 0.93 §2.6"},
		{conflict(conflict("<sx:sync id='j' updates='1'>" + history + "</sx:sync>")), "11 error other-id SSE 0.93 §2.6"},
	} {
		problems, aside := examined(t, rssWith(c.sync))
		if problems != c.want || aside != strings.Contains(c.want, "error") {
			t.Errorf("%s:\n got %s (set aside: %t)\nwant %s", c.sync, problems, aside, c.want)
		}
	}
}

// examined reads the first item, returns its problems, and checks that the next item is read.
func examined(t *testing.T, document string) (problems string, aside bool) {
	t.Helper()
	r := feed.NewReader(strings.NewReader(document), "f")
	e, err := r.Next()
	if err != nil {
		t.Fatalf("%v in %s", err, document)
	}
	var list []string
	for _, p := range e.Problems {
		list = append(list, fmt.Sprintf("%d %s %s %s", p.Line, p.Severity, p.Rule, p.Section))
	}
	if next, err := r.Next(); err != nil || next.Item == nil || next.Item.ID() != "after" {
		t.Errorf("the next item is not read: %v", err)
	}
	if e.Skipped != (e.Item == nil) {
		t.Errorf("set aside: %t, item: %v", e.Skipped, e.Item)
	}
	return strings.Join(list, ", "), e.Skipped
}

// TestWithoutSync checks that items without sx:sync are ignored, which is not an error (SSE
// 0.93 §2.4).
func TestWithoutSync(t *testing.T) {
	r := feed.NewReader(strings.NewReader(rssWith("<x><sx:sync/></x>")), "f")
	e, err := r.Next()
	if err != nil || e.Item != nil || e.Skipped || len(e.Problems) > 0 || e.Line != 2 {
		t.Errorf("%+v %v", e, err)
	}
	if want := "<item><title>t</title>\n<x><sx:sync/></x></item>"; string(e.Raw) != want {
		t.Errorf("got %s, want %s", e.Raw, want)
	}
}

// TestRepeatedID checks that both items are returned in order, and that Check reports them.
func TestRepeatedID(t *testing.T) {
	document := rssWith("<sx:sync id='after' updates='2'>" + history + "</sx:sync>")
	if list := items(t, document); len(list) != 2 || list[0].Winner.Updates != 2 || list[1].Winner.Updates != 1 {
		t.Errorf("%v", list)
	}
	problems, err := feed.Check(strings.NewReader(document), "f")
	if err != nil || len(problems) != 2 || problems[0].Rule != "missing-when" || problems[1].Rule != "repeated-id" || problems[1].Line != 5 || problems[1].Severity != feed.Warning {
		t.Errorf("%v %v", problems, err)
	}
}

// TestSharingRules checks the rules of SSE 0.93 §2.2 and §2.3.
func TestSharingRules(t *testing.T) {
	for _, c := range []struct{ sharing, want string }{
		{`<sx:sharing/>`, "[]"},
		{`<sx:sharing since="1" until="2" expires="2005-05-21T11:43:33Z"><sx:related link="http://h/" type="complete"/></sx:sharing>`, "[]"},
		{`<sx:sharing since="1"/>`, "[2 error since-without-until SSE 0.93 §2.2]"},
		{`<sx:sharing since="" until="1"/>`, "[2 warning empty-since SSE 0.93 §2.2 2 error since-without-until SSE 0.93 §2.2]"},
		{`<sx:sharing expires="soon"/>`, "[2 warning bad-expires SSE 0.93 §2.2]"},
		{`<sx:sharing><sx:related link="all.xml" type="complete"/></sx:sharing>`, "[2 error bad-related SSE 0.93 §2.3]"},
		{`<sx:sharing><sx:related link="http://h/" type="full"/></sx:sharing>`, "[2 error bad-related SSE 0.93 §2.3]"},
	} {
		problems, err := feed.Check(strings.NewReader(`<rss xmlns:sx="http://feedsync.org/2007/feedsync"><channel>`+"\n"+c.sharing+"</channel></rss>"), "f")
		var list []string
		for _, p := range problems {
			list = append(list, fmt.Sprintf("%d %s %s %s", p.Line, p.Severity, p.Rule, p.Section))
		}
		if got := fmt.Sprint(list); err != nil || got != c.want {
			t.Errorf("%s: got %s %v, want %s", c.sharing, got, err, c.want)
		}
	}
}

// TestSinceWithoutUntil checks that both are ignored.
func TestSinceWithoutUntil(t *testing.T) {
	r := feed.NewReader(strings.NewReader(`<rss xmlns:sx="http://feedsync.org/2007/feedsync"><channel><sx:sharing since="1"/></channel></rss>`), "f")
	if _, err := r.Next(); err != io.EOF {
		t.Fatal(err)
	}
	if s := r.Document().Sharing; s == nil || s.Since != "" || s.Until != "" {
		t.Errorf("%+v", s)
	}
}
