package csx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/library/csx"
)

const csxNS = ` xmlns:csx="` + csx.Namespace + `"`

// TestFeedsAsTheyAreFoundBroken reads feeds with faults that real programs produce. It checks
// each item, and the reported problems by rule and line.
func TestFeedsAsTheyAreFoundBroken(t *testing.T) {
	head := "<rss version=\"2.0\"" + csxNS + ">\n<channel>\n<title>T</title>\n"
	const foot = "</channel>\n</rss>\n"
	one := func(inner string) string { return head + "<item>\n<guid>1</guid>\n" + inner + "\n</item>\n" + foot }
	for _, c := range []struct {
		name, document string
		// items are "guid title link…", told is "rule line", and words must occur in the
		// messages.
		items, told []string
		words       string
	}{
		{"an item without its end", head + "<item><guid>1</guid><csx:link>a.jpg</csx:link>\n<item><guid>2</guid><csx:link>b.jpg</csx:link></item>\n" + foot,
			[]string{"1 a.jpg", "2 b.jpg"}, []string{"not-well-formed 6"}, ""},
		{"a link without its end", one("<csx:link>a.jpg\n<title>One</title>"),
			[]string{"1 One a.jpg"}, []string{"not-well-formed 8"}, ""},
		{"a title without its end", one("<title>One<csx:link>a.jpg</csx:link>"),
			[]string{"1 One a.jpg"}, []string{"not-well-formed 7"}, ""},
		{"all in capitals", strings.ToUpper(`<rss version="2.0"><channel><title>T</title><item><guid>1</guid><title>One</title></item></channel></rss>`),
			[]string{"1 ONE"}, []string{"element-case 1", "element-case 1", "element-case 1", "element-case 1", "element-case 1"}, ""},
		{"links in capitals", one(`<CSX:LINK NESTEDFEED="TRUE">sub.xml</CSX:LINK>`),
			[]string{"1 nested:sub.xml"}, []string{"not-well-formed 6", "element-case 6", "element-case 6", "bad-value 6"}, ""},
		{"references of HTML", one("<title>Caf&eacute;&nbsp;&copy;</title><csx:link>caf&eacute;.jpg</csx:link>"),
			[]string{"1 Café\u00a0© caf%C3%A9.jpg"}, []string{"not-well-formed 6"}, ""},
		{"ampersands as they are", one("<title>Q & A</title><csx:link>a.jpg?x=1&y=2&copy=3</csx:link>"),
			[]string{"1 Q & A a.jpg?x=1&y=2&copy=3"}, []string{"not-well-formed 6"}, ""},
		{"Windows-1252 that says that it is UTF-8", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + one("<title>Caf\xe9 \x80</title><csx:link>a.jpg</csx:link>"),
			[]string{"1 Café € a.jpg"}, []string{"wrong-encoding 7"}, ""},
		{"both in one text", one("<title>Caf\xe9, Café</title><csx:link>Caf\xe9.jpg</csx:link>"),
			[]string{"1 Café, Café Caf%C3%A9.jpg"}, []string{"wrong-encoding 6"}, ""},
		{"Windows-1252 that says so", "<?xml version=\"1.0\" encoding=\"windows-1252\"?>\n" + one("<title>Caf\xe9 \x80</title>"),
			[]string{"1 Café €"}, nil, ""},
		{"an encoding that nobody knows", "<?xml version=\"1.0\" encoding=\"x-none\"?>\n" + one("<title>Café</title>"),
			[]string{"1 Café"}, []string{"wrong-encoding 1"}, ""},
		{"UTF-16 in what it says, and UTF-8 in its bytes", "<?xml version=\"1.0\" encoding=\"utf-16\"?>\n" + one("<title>Café</title>"),
			[]string{"1 Café"}, []string{"wrong-encoding 1"}, ""},
		{"a text that was encoded twice stays as it says", one("<title>CafÃ©</title>"), []string{"1 CafÃ©"}, nil, ""},
		{"references that were escaped twice stay", one("<title>Q &amp;amp; A</title><csx:link>a&amp;amp;b.jpg</csx:link>"),
			[]string{"1 Q &amp; A a&amp;b.jpg"}, nil, ""},
		{"a mark of the byte order at the beginning", "\ufeff" + one("<csx:link>a.jpg</csx:link>"), []string{"1 a.jpg"}, nil, ""},
		{"one in the middle", head + "\ufeff<item>\n<guid>\ufeff1</guid><csx:link>\ufeffa.jpg</csx:link></item>" + foot, []string{"1 a.jpg"}, nil, ""},
		{"white space before the declaration", "\n\n<?xml version=\"1.0\"?>\n" + one("<csx:link>a.jpg</csx:link>"),
			[]string{"1 a.jpg"}, []string{"not-well-formed 3"}, ""},
		{"two channels", "<rss" + csxNS + ">\n<channel><title>T</title>\n<item><guid>1</guid></item></channel>\n<channel><title>U</title><item><guid>2</guid></item>\n</channel></rss>",
			[]string{"1", "2"}, nil, ""},
		{"a channel in a channel", head + "<channel><title>U</title><item><guid>1</guid></item></channel><item><guid>2</guid></item>" + foot,
			[]string{"2"}, nil, ""},
		{"what an item declares ends with it", head + `<item xmlns:a="urn:a"><guid>1</guid><item xmlns:c="` + csx.Namespace + `"><guid>2</guid><c:link>a.jpg</c:link></item>` + "\n<item><guid>3</guid><c:link>b.jpg</c:link></item>" + foot,
			[]string{"1", "2 a.jpg", "3"}, []string{"not-well-formed 5", "undeclared-prefix 5"}, ""},
		{"a link that is empty", one("<csx:link> </csx:link>"), []string{"1"}, []string{"bad-link 6"}, "<csx:link> is empty; it is left out"},
		{"a link that is too long", one("<csx:link>" + strings.Repeat("a", 8193) + "</csx:link>"), []string{"1"}, []string{"bad-link 6"}, "<csx:link> is longer than 8192 bytes; it is left out"},
		{"a value with white space around it", one(`<csx:link onDemand=" true ">a.jpg</csx:link>`), []string{"1 on-demand:a.jpg"}, nil, ""},
		{"a value in capitals", one(`<csx:link onDemand="FALSE">a.jpg</csx:link>`), []string{"1 a.jpg"}, []string{"bad-value 6"}, `onDemand is "FALSE"; it counts as false`},
		{"a value that is neither, and long", one(`<csx:link onDemand="` + strings.Repeat("x", 81) + `">a.jpg</csx:link>`),
			[]string{"1 a.jpg"}, []string{"bad-value 6"}, `onDemand is "` + strings.Repeat("x", 80) + `", and may be true or false; it counts as false`},
		{"attributes that mean something elsewhere", one(`<x nestedFeed="no" onDemand="no" hiddenItem="no"/><csx:link hiddenItem="no" rel="true" xmlns:m="urn:m" m:onDemand="true">a.jpg</csx:link>`),
			[]string{"1 a.jpg"}, nil, ""},
		{"RSS 0.91", "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\"\n \"http://my.netscape.com/publish/formats/rss-0.91.dtd\">\n<rss version=\"0.91\"><channel><title>T</title>\n<item><title>One</title><link>http://x/1</link></item></channel></rss>",
			[]string{"* One"}, []string{"not-well-formed 1", "missing-guid 4"}, ""},
		{"RSS 1.0", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\"" + csxNS + ">\n<channel><title>T</title></channel>\n<item><title>One</title><csx:link>a.jpg</csx:link></item></rdf:RDF>",
			[]string{"* One a.jpg"}, []string{"missing-guid 3", "no-channel 3"}, ""},
		{"dates of ISO", one("<csx:lastBuildDate>2026-11-22T10:00:00+01:00</csx:lastBuildDate>"),
			[]string{"1 @2026-11-22T09:00:00Z"}, []string{"lenient-date 6"}, "RFC 3339"},
		{"a day alone, on which more than one change may be made", one("<csx:lastBuildDate>2026-11-22</csx:lastBuildDate>"),
			[]string{"1"}, []string{"bad-date 6"}, ""},
		{"a day of the week that is wrong", one("<csx:lastBuildDate>Mon, 22 Nov 2026 10:00:00 GMT</csx:lastBuildDate>"),
			[]string{"1 @2026-11-22T10:00:00Z"}, nil, ""},
		{"a month in German", one("<csx:lastBuildDate>22. Dezember 2026</csx:lastBuildDate>"),
			[]string{"1"}, []string{"bad-date 6"}, "counts as if it were not there"},
		{"no declaration of the prefix", "<rss>\n<channel>\n<item><guid>1</guid>\n<csx:link>a.jpg</csx:link></item></channel></rss>",
			[]string{"1 a.jpg"}, []string{"not-well-formed 4", "undeclared-prefix 4"}, ""},
		{"markup of HTML in a description", one("<description><p>One<br>two &nbsp; <b>three</description><csx:link>a.jpg</csx:link>"),
			[]string{"1 a.jpg"}, []string{"not-well-formed 6"}, ""},
		{"a comment without its end", head + "<!-- x\n<item>\n<guid>1</guid><csx:link>a.jpg</csx:link></item>" + foot, nil, nil, "the end of the feed is missing"},
		{"CDATA without its end in a title", one("<title><![CDATA[One</title><csx:link>a.jpg</csx:link>"), nil, nil, "the end of the feed is missing"},
		{"control characters", one("<title>O\x02ne\x00</title><csx:link>a.jpg\x0b</csx:link>"),
			[]string{"1 One a.jpg"}, []string{"wrong-encoding 6"}, ""},
		{"attributes twice", one(`<csx:link onDemand="true" onDemand="false">a.jpg</csx:link>`),
			[]string{"1 a.jpg"}, []string{"not-well-formed 6"}, ""},
		{"an attribute without a value", one(`<csx:link onDemand>a.jpg</csx:link>`),
			[]string{"1 a.jpg"}, []string{"not-well-formed 6", "bad-value 6", "unquoted-attribute 6"}, ""},
		{"quotes of a word processor", one(`<csx:link onDemand=“true”>a.jpg</csx:link>`),
			[]string{"1 on-demand:a.jpg"}, []string{"not-well-formed 6", "bad-value 6", "unquoted-attribute 6"}, ""},
		{"something behind the end", one("<csx:link>a.jpg</csx:link>") + "<script>alert(1)</script>\nMade in 0.1 s",
			[]string{"1 a.jpg"}, []string{"not-well-formed 10"}, ""},
		{"a warning of PHP before it", "<br />\n<b>Warning</b>: x in <b>y.php</b><br />\n" + one(""), nil, nil, "it begins with <br>"},
		{"ends in the wrong order", one("<a><b><csx:link>a.jpg</csx:link></a></b><csx:link>b.jpg</csx:link>"),
			[]string{"1 a.jpg b.jpg"}, []string{"not-well-formed 6"}, ""},
		{"the end of an item that is spelled otherwise", head + "<item><guid>1</guid><csx:link>a.jpg</csx:link></Item>\n<item><guid>2</guid></item>" + foot,
			[]string{"1 a.jpg", "2"}, []string{"not-well-formed 4", "element-case 4"}, ""},
		{"lines of a Macintosh", strings.ReplaceAll(one("<csx:link>a.jpg</csx:Link>"), "\n", "\r"),
			[]string{"1 a.jpg"}, []string{"not-well-formed 6", "element-case 6"}, ""},
		{"lines of Windows", strings.ReplaceAll(one("<csx:link>a.jpg</csx:Link>"), "\n", "\r\n"),
			[]string{"1 a.jpg"}, []string{"not-well-formed 6", "element-case 6"}, ""},
		{"lines of a Macintosh, with a date", strings.ReplaceAll(one("<csx:lastBuildDate>never</csx:lastBuildDate>"), "\n", "\r"),
			[]string{"1"}, []string{"bad-date 6"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, items, err := tryRead(c.document)
			if c.items == nil {
				if err == nil || !strings.Contains(err.Error(), c.words) {
					t.Errorf("%+v, %v", items, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got, told []string
			for _, i := range items {
				got = append(got, inShort(i))
			}
			words := ""
			for _, p := range f.Problems {
				told, words = append(told, fmt.Sprint(p.Rule, " ", p.Line)), words+p.Text+"\n"
			}
			slices.Sort(told)
			want := slices.Sorted(slices.Values(c.told))
			if !slices.Equal(got, c.items) || !slices.Equal(told, want) || !strings.Contains(words, c.words) {
				t.Errorf("%q, want %q\ntold %q, want %q\n%s", got, c.items, told, want, words)
			}
		})
	}
}

// inShort formats an item as "guid title @date link…"; * stands for a generated guid.
func inShort(i csx.Item) string {
	all := []string{i.ID}
	if strings.HasPrefix(i.ID, "sha256:") {
		all[0] = "*"
	}
	if i.Title != "" {
		all = append(all, i.Title)
	}
	if !i.Built.IsZero() {
		all = append(all, "@"+i.Built.Format("2006-01-02T15:04:05Z07:00"))
	}
	for _, l := range i.Links {
		to := strings.TrimPrefix(l.Address, "https://example.com/library/")
		all = append(all, map[bool]string{true: "nested:"}[l.Nested]+map[bool]string{true: "on-demand:"}[l.OnDemand]+to)
	}
	return strings.Join(all, " ")
}
