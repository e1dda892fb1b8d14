package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// rssWith091 returns a feed of SSE 0.91 whose second line begins an item with that sx:sync.
func rssWith091(sync string) string {
	return `<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:s="https://www.microsoft.com/schemas/rss/sse" xmlns:fs="http://feedsync.org/2007/feedsync"><channel><sx:sharing version="0.91"/>` +
		"\n<item><title>t</title>\n" + sync + "</item>\n" +
		`<item><title>after</title><sx:sync id="after" version="1"><sx:history by="A"/></sx:sync></item></channel></rss>`
}

// opmlWith returns an outline with that sx:sync, laid out like rssWith091.
func opmlWith(sync string) string {
	return `<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:s="https://www.microsoft.com/schemas/rss/sse" xmlns:fs="http://feedsync.org/2007/feedsync"><head><sx:sharing version="0.91"/></head><body>` +
		"\n<outline text='t'>\n" + strings.ReplaceAll(strings.ReplaceAll(sync, "<item>", "<outline text='c'>"), "</item>", "</outline>") + "</outline>\n" +
		`<outline text="after"><sx:sync id="after" version="1"><sx:history by="A"/></sx:sync></outline></body></opml>`
}

const history091 = "\n<sx:history when='Sat, 21 May 2005 11:43:33 GMT' by='A'/>"

// conflict091 returns an sx:sync with one sx:conflict that contains the data.
func conflict091(data string) string {
	return "<sx:sync id='i' version='1'>" + history091 + "\n<sx:conflicts>\n<sx:conflict version='1' by='B'>\n" + data + "</sx:conflict></sx:conflicts></sx:sync>"
}

const good091 = "<sx:sync id='i' version='1'><sx:history by='B'/></sx:sync>"

// TestValidity091 checks the rules of SSE 0.91 §2.3 to §2.5 and §5, in RSS and in OPML: what
// is reported, on which line, and whether the item is skipped.
func TestValidity091(t *testing.T) {
	for _, c := range []struct{ sync, want string }{
		{"<sx:sync id='i' version='1'>" + history091 + "</sx:sync>", ""},
		{"<s:sync id='i' version='1'>" + history091 + "</s:sync>", ""},
		{"<sx:sync id='i' version='2147483647'>" + history091 + "</sx:sync>", ""},
		{"<sx:sync id='i' version='1' deleted='' conflict=''>" + history091 + "</sx:sync>", ""},
		{"<sx:sync id='i' version='1' deleted='false' conflict='false'>" + history091 + "</sx:sync>", ""},
		{"<sx:sync id='i' version='1' deleted='true' conflict='true'>" + history091 + "</sx:sync>", ""},
		{"<sx:sync id='i' version='1' updates='x' noconflicts='maybe'>" + history091 + "</sx:sync>", ""},
		{"<sx:sync id='i' version='3'><sx:history by='A'><sx:update by='A'/><sx:update by='B'/></sx:history></sx:sync>", ""},
		{"<sx:sync id='i' version='1'><sx:history when='1 May 05 1:02 EST'/></sx:sync>", ""},
		{"<sx:sync id='i' version='1'><sx:history when='2005-05-21T11:43:33Z'/></sx:sync>", ""},

		{"<sx:sync version='1'>" + history091 + "</sx:sync>", "3 error missing-id SSE 0.91 §2.3"},
		{"<sx:sync id='i'>" + history091 + "</sx:sync>", "3 error missing-version SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='0'>" + history091 + "</sx:sync>", "3 error bad-version SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='x'>" + history091 + "</sx:sync>", "3 error bad-version SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='2147483648'>" + history091 + "</sx:sync>", "3 error bad-version SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='1' deleted='TRUE'>" + history091 + "</sx:sync>", "3 error bad-deleted SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='1' conflict='1'>" + history091 + "</sx:sync>", "3 error bad-conflict-flag SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='1'/>", "3 error missing-history SSE 0.91 §2.4"},
		{"<sx:sync id='i' version='1'>" + history091 + history091 + "</sx:sync>", "5 error second-history SSE 0.91 §2.4"},
		{"<sx:sync id='i' version='1'>\n<sx:history/></sx:sync>", "4 error missing-when-and-by SSE 0.91 §2.4"},
		{"<sx:sync id='i' version='2'>\n<sx:history by='A'>\n<sx:update/></sx:history></sx:sync>", "5 error missing-when-and-by SSE 0.91 §2.5"},
		{"<sx:sync id='i' version='2'>\n<sx:history by='A'>\n<sx:update when='soon'/></sx:history></sx:sync>", "5 error bad-when SSE 0.91 §1.2"},
		{"<sx:sync id='i' version='1'>\n<sx:history by='' when='Sat, 21 May 2005 11:43:33 GMT'/></sx:sync>", "4 warning empty-by SSE 0.91 §2.4"},
		{"<sx:sync id='i' version='1'>\n<sx:history by='a/b'/></sx:sync>", "4 warning nss-by SSE 0.91 §1.2"},
		{"<sx:sync id='i j' version='1'>" + history091 + "</sx:sync>", "3 warning nss-id SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='1'>\n<sx:history by='A'><sx:update by='A'/></sx:history></sx:sync>", "3 warning too-many-updates SSE 0.91 §2.5"},
		{"<sx:sync id='i' version='1'>" + history091 + "</sx:sync>\n<sx:sync id='i' version='1'>" + history091 + "</sx:sync>", "5 error second-sync SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='1'>" + history091 + "\n<sx:sync id='j' version='1'>" + history091 + "</sx:sync></sx:sync>", "5 error nested-sync SSE 0.91 §2.3"},
		{"<sx:sync id='i' version='1' xmlns:cf='" + namespaceOwn + "'\ncf:settled='1;;A 2;2005-05-21T11:43:33Z;B 0;;A'>" + history091 + "</sx:sync>", "3 warning bad-settled attributes of Crossfeed"},
		{"<sx:sync id='i' version='1' xmlns:cf='" + namespaceOwn + "' cf:order='first'>" + history091 + "</sx:sync>", "3 warning bad-order attributes of Crossfeed"},
		{"<sx:sync id='i' version='1' xmlns:cf='" + namespaceOwn + "' cf:order='~2'>" + history091 + "</sx:sync>", ""},
		{"<fs:sync id='i' updates='1'><fs:history sequence='1' by='A'/></fs:sync>", "3 error other-family SSE 0.91 §1.1"},
		{"<fs:sync id='i' version='0'/>", "3 error other-family SSE 0.91 §1.1"},

		{conflict091("<item>" + good091 + "</item>"), ""},
		{conflict091("<!-- none -->"), ""},
		{conflict091("<item/>"), ""},
		{"<sx:sync id='i' version='1'>" + history091 + "<sx:conflicts/></sx:sync>", ""},
		{conflict091("<item>\n<sx:sync id='j' version='1'><sx:history by='B'/></sx:sync></item>"), "8 error other-id SSE 0.91 §5.1"},
		{conflict091("<item>\n<sx:sync id='i' version='0'><sx:history by='B'/></sx:sync></item>"), "6 warning other-conflict SSE 0.91 §5.2, 8 error bad-version SSE 0.91 §2.3"},
		{conflict091("<item>\n<sx:sync id='i' version='2'><sx:history by='B'/></sx:sync></item>"), "6 warning other-conflict SSE 0.91 §5.2"},
		{conflict091("<x/><item>" + good091 + "</item>"), "6 warning beside-conflict SSE 0.91 §5.2"},
		{"<sx:sync id='i' version='1'>" + history091 + "<sx:conflicts>\n<sx:conflict by='B'/></sx:conflicts></sx:sync>", "5 error missing-version SSE 0.91 §5.2"},
		{"<sx:sync id='i' version='1'>" + history091 + "<sx:conflicts>\n<sx:conflict version='0' by='B'/></sx:conflicts></sx:sync>", "5 error bad-version SSE 0.91 §5.2"},
		{"<sx:sync id='i' version='1'>" + history091 + "<sx:conflicts>\n<sx:conflict version='1'/></sx:conflicts></sx:sync>", "5 error missing-when-and-by SSE 0.91 §5.2"},
		{"<sx:sync id='i' version='1'>" + history091 + "<sx:conflicts>\n<item/></sx:conflicts></sx:sync>", "5 error bad-conflict SSE 0.91 §5.1"},
	} {
		for _, document := range []string{rssWith091(c.sync), opmlWith(c.sync)} {
			want := c.want
			if strings.HasPrefix(document, "<opml") {
				want = strings.Replace(want, "other-family SSE 0.91 §1.1", "other-family SSE 0.91 §1", 1)
			}
			if problems, aside := examined(t, document); problems != want || aside != strings.Contains(want, "error") {
				t.Errorf("%s:\n got %s (set aside: %t)\nwant %s", document, problems, aside, want)
			}
		}
	}
}

// TestOtherDialect checks that an item is skipped if its sx:sync has the wrong dialect for the
// document or its format, and that the others are read.
func TestOtherDialect(t *testing.T) {
	const atomFeed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:s="http://www.microsoft.com/schemas/rss/sse">` +
		"\n<entry>\n" + `<s:sync id="i" version="1"><s:history by="A"/></s:sync></entry>` +
		`<entry><sx:sync id="after" updates="1"><sx:history sequence="1" by="A"/></sx:sync></entry></feed>`
	for name, c := range map[string]struct{ document, want string }{
		"SSE 0.91 among FeedSync": {
			strings.Replace(rssWith("<s:sync xmlns:s='http://www.microsoft.com/schemas/rss/sse' id='i' version='1'><s:history by='A'/></s:sync>"), "<channel>", "<channel><sx:sharing/>", 1),
			"3 error other-family SSE 0.91 §1.1"},
		"SSE 0.91 in Atom": {atomFeed, "3 error other-family SSE 0.91 §1"},
		"the conflict of an item": {
			rssWith091(conflict091("<item>\n<fs:sync id='i' updates='1'><fs:history sequence='1' by='B'/></fs:sync></item>")),
			"8 error other-family SSE 0.91 §1.1"},
	} {
		t.Run(name, func(t *testing.T) {
			if problems, aside := examined(t, c.document); problems != c.want || !aside {
				t.Errorf("got %s (set aside: %t), want %s", problems, aside, c.want)
			}
			for _, p := range checked(t, c.document) {
				if p.Rule == "other-family" && !strings.Contains(p.Text, "SSE 0.91") && !strings.Contains(p.Text, "sse-0.91") {
					t.Errorf("%s does not name the families", p)
				}
			}
		})
	}
}

// checked returns the problems that Check finds in a document.
func checked(t *testing.T, document string) []feed.Problem {
	t.Helper()
	problems, err := feed.Check(strings.NewReader(document), "f")
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// namespaceOwn is the namespace of our attributes.
const namespaceOwn = "urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"
