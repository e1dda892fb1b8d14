package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// opmlOf returns an OPML document with that body, and with everything else that must not
// change.
func opmlOf(body string) string {
	return "\uFEFF<?xml version='1.0'?>\r\n<!-- before --><opml version='1.0' xmlns:s = 'http://www.microsoft.com/schemas/rss/sse'  xmlns:cf='urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4'>\n" +
		"<head><title>t</title ><x:y xmlns:x='urn:x'/></head><body  >" + body + "</body ></opml ><!-- after -->\n"
}

// shared returns a shared outline with additional contents.
func shared(id, rest string) string {
	return "<outline  text='" + id + "'><s:sync id='" + id + "'  version='1'><s:history by='A'/></s:sync>" + rest + "</outline >"
}

func outlinesOf(t *testing.T, document string) *feed.Outlines {
	t.Helper()
	o, err := feed.ReadOutlines(strings.NewReader(document), "t.opml")
	if err != nil {
		t.Fatalf("%v in\n%s", err, document)
	}
	return o
}

func arrange(t *testing.T, o *feed.Outlines, rows []feed.Arranged) string {
	t.Helper()
	var b strings.Builder
	if err := o.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rowsOf parses an arrangement of the document's items, such as "a[b c]d". An item that the
// document does not have is new; one with ! is updated, and one with ? has other contents.
func rowsOf(o *feed.Outlines, arrangement string) (rows []feed.Arranged) {
	byID := map[string]*item.Item{}
	for _, e := range o.Entries() {
		if e.Item != nil && byID[e.Item.ID()] == nil {
			byID[e.Item.ID()] = e.Item
		}
	}
	depth := 0
	for _, c := range arrangement {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		case '!', '?':
			last := &rows[len(rows)-1]
			last.Item = updated(last.Item, c == '?')
		default:
			it := byID[string(c)]
			if it == nil {
				it = &item.Item{Winner: &item.Version{ID: string(c), Updates: 1, History: []item.History{{Sequence: 1, By: "B"}}, Content: saying(string(c), "")}}
			}
			rows = append(rows, feed.Arranged{Item: it, Depth: depth})
		}
	}
	return rows
}

// saying returns the content of an outline.
func saying(text, note string) *item.Content {
	own := ` text="` + text + `"`
	if note != "" {
		own += ` _note="` + note + `"`
	}
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>` + text + `</title><outline xmlns=""` + own + `/></entry>`)
	if err != nil {
		panic(err)
	}
	return c
}

// updated returns an item after an update, which may change its content.
func updated(it *item.Item, content bool) *item.Item {
	v := *it.Winner
	v.Updates++
	v.History = append([]item.History{{Sequence: v.Updates, By: "B"}}, v.History...)
	if content {
		v.Content = saying(v.Title()+" edited", "a note")
	}
	return &item.Item{Winner: &v, Conflicts: it.Conflicts}
}

// TestArrange moves outlines to the requested positions. Unshared ones are written as -.
func TestArrange(t *testing.T) {
	s := shared
	for _, c := range []struct{ name, body, rows, want string }{
		{"nothing", s("a", s("b", "")) + s("c", ""), "a[b]c", "a[b]c"},
		{"order", s("a", "") + s("b", "") + s("c", ""), "cab", "cab"},
		{"into another", s("a", "") + s("b", s("c", "")), "b[ca]", "b[ca]"},
		{"out of another", s("a", s("b", s("c", ""))), "abc", "abc"},
		{"turned inside out", s("a", s("b", s("c", ""))), "c[b[a]]", "c[b[a]]"},
		{"new ones", s("a", ""), "x[y]a[z]w", "x[y]a[z]w"},
		{"gone", s("a", s("b", "")) + s("c", ""), "bc", "bc"},
		{"updated", s("a", s("b", "")) + s("c", ""), "a![b?]c", "a[b]c"},
		{"says something else, and has others", s("a", "<!-- c -->"+s("b", "")), "a?[bx]", "a[bx]"},

		{"without sync, where it is", "<outline text='n'/>" + s("a", "") + "<outline/>" + s("b", ""), "ba", "-ba-"},
		{"without sync, in its outline", s("a", "<outline/>") + s("b", ""), "b[a]", "b[a[-]]"},
		{"without sync, in one that goes", s("a", "<outline/>"+s("b", "<outline/>")) + s("c", ""), "c", "--c"},
		{"a folder that takes no part", "<outline>" + s("a", "") + s("b", "") + "</outline>" + s("c", ""), "abc", "-[ab]c"},
		{"out of the folder", "<outline>" + s("a", "") + s("b", "") + "</outline>" + s("c", ""), "bca", "-[b]ca"},
		{"before the folder", "<outline>" + s("a", "") + "</outline>", "xa", "x-[a]"},
		{"after what is in the folder", "<outline>" + s("a", "") + "</outline>" + s("b", ""), "axb", "-[ax]b"},
		{"all out of the folder", "<outline>" + s("a", "") + "</outline>" + s("b", ""), "b[a]", "-b[a]"},
		{"a folder in one that goes", s("a", "<outline>"+s("b", "")+"</outline>") + s("c", ""), "bc", "-[b]c"},
		{"set aside", s("a", "") + "<outline><s:sync id='bad'/></outline>" + s("b", ""), "ba", "ba-"},
		{"twice there", s("a", "") + s("b", s("a", s("c", ""))), "ab[c]", "ab[c]"},
	} {
		o := outlinesOf(t, opmlOf(c.body))
		got := arrange(t, o, rowsOf(o, c.rows))
		if now := outline(t, got); now != c.want {
			t.Errorf("%s: got %s, want %s from\n%s", c.name, now, c.want, got)
		}
		before, _, _ := strings.Cut(opmlOf("|"), "|")
		if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, "</body ></opml ><!-- after -->\n") {
			t.Errorf("%s: what stands around changed:\n%s", c.name, got)
		}
	}
}

// TestArrangeBytes shows which bytes change: those of a changed sx:sync, of removed outlines,
// and of white space before moved ones.
func TestArrangeBytes(t *testing.T) {
	const before = "\n  <!-- first -->\n  <outline  text='a'>\n    <s:sync id='a' version='1'>\n      <s:history by='A'/>\n    </s:sync>\n  </outline >\n" +
		"\n  <outline text='b' ><s:sync id='b' version='1'><s:history by='A'/></s:sync>\n    <x xmlns='urn:x'/>\n  </outline>\n"
	for _, c := range []struct{ rows, want string }{
		{"ab", before},
		{"a!b", strings.Replace(before, "<s:sync id='a' version='1'>\n      <s:history by='A'/>\n    </s:sync>",
			"<s:sync id=\"a\" version=\"2\">\n      <s:history by=\"B\">\n        <s:update by=\"A\"/>\n      </s:history>\n    </s:sync>", 1)},
		{"b", "\n  <!-- first -->\n" + before[strings.Index(before, "\n  <outline text='b'"):]},
		{"b[a]", "\n  <!-- first -->\n" + strings.Replace(before[strings.Index(before, "\n  <outline text='b'"):], "\n  </outline>",
			"\n    <outline  text='a'>\n      <s:sync id='a' version='1'>\n      <s:history by='A'/>\n    </s:sync>\n    </outline >\n  </outline>", 1)},
		{"abx", strings.TrimSuffix(before, "\n") + "\n  <outline text=\"x\">\n    <s:sync id=\"x\" version=\"1\">\n      <s:history by=\"B\"/>\n    </s:sync>\n  </outline>\n"},
		{"ab?", before[:strings.Index(before, "<outline text='b'")] +
			"<outline text=\"b edited\" _note=\"a note\">\n    <s:sync id=\"b\" version=\"2\">\n      <s:history by=\"B\">\n        <s:update by=\"A\"/>\n      </s:history>\n    </s:sync>\n  </outline>\n"},
	} {
		o := outlinesOf(t, opmlOf(before))
		if got := arrange(t, o, rowsOf(o, c.rows)); got != opmlOf(c.want) {
			t.Errorf("%s: %s", c.rows, difference(got, opmlOf(c.want)))
		}
	}
}

// TestArrangeEmpty adds the first outline to an empty body, and checks that the namespaces it
// needs are declared on the root, once.
func TestArrangeEmpty(t *testing.T) {
	const declared = ` xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"`
	for before, want := range map[string]string{
		"<opml><head/><body/></opml>":                       "<opml" + declared + "><head/><body>…</body></opml>",
		"<opml><head/><body></body></opml>":                 "<opml" + declared + "><head/><body>…</body></opml>",
		"<opml>\n <head/>\n <body />\n</opml>":              "<opml" + declared + ">\n <head/>\n <body >\n  …\n </body>\n</opml>",
		"<opml>\n <head/>\n <body>\n </body>\n</opml>":      "<opml" + declared + ">\n <head/>\n <body>\n  …\n </body>\n</opml>",
		"<opml>\n <head/>\n <body></body>\n</opml>":         "<opml" + declared + ">\n <head/>\n <body>\n  …\n </body>\n</opml>",
		"<opml xmlns:cf='urn:else'><body/></opml>":          "<opml xmlns:cf='urn:else'" + strings.Replace(declared, "xmlns:cf", "xmlns:cff", 1) + "><body>…</body></opml>",
		"<opml><body>\n\t<outline text='n'/></body></opml>": "<opml" + declared + "><body>\n\t<outline text='n'/>\n\t…</body></opml>",
	} {
		o := outlinesOf(t, before)
		rows := rowsOf(o, "x")
		rows[0].Item.Winner.Place.Key = "1"
		got := arrange(t, o, rows)
		start, end := strings.Index(got, `<outline text="x">`), strings.LastIndex(got, "</outline>")
		if start < 0 || got[:start]+"…"+got[end+len("</outline>"):] != want || outline(t, got) != outline(t, before)+"x" {
			t.Errorf("%s became\n%s\nwant\n%s", before, got, want)
		}
		o = outlinesOf(t, got)
		if again := arrange(t, o, rowsOf(o, "x")); again != got {
			t.Error(difference(again, got))
		}
	}
}

// TestArrangeInherits checks that what an outline inherited at its old position is declared
// again: prefixes, language and base.
func TestArrangeInherits(t *testing.T) {
	o := outlinesOf(t, opmlOf("<outline text='f' xmlns:x='urn:x' xml:lang='de' xml:base='http://example.com/'>"+shared("a", "<x:y/>"+shared("b", "<x:z/>"))+"</outline>"+shared("c", "")))
	got := arrange(t, o, rowsOf(o, "c[b[a]]"))
	for _, e := range outlinesOf(t, got).Entries() {
		if e.Item == nil {
			continue
		}
		if id := e.Item.ID(); id != "c" && (!strings.Contains(e.Item.Winner.Content.XML(), `xml:lang="de"`) || !strings.Contains(e.Item.Winner.Content.XML(), `xml:base="http://example.com/"`)) {
			t.Errorf("%s says %s in\n%s", id, e.Item.Winner.Content.XML(), got)
		}
	}
	for _, e := range o.Entries() {
		if e.Item != nil {
			for _, now := range outlinesOf(t, got).Entries() {
				if now.Item != nil && now.Item.ID() == e.Item.ID() {
					same(t, now.Item, e.Item, got)
				}
			}
		}
	}
}

// TestArrangeBases checks that the base of an outline's relative base moves with it (XML Base
// §4.1), even if other attributes contain text that looks like bases and languages.
func TestArrangeBases(t *testing.T) {
	o := outlinesOf(t, opmlOf("<outline text='f' xml:lang='de' xml:base='http://example.com/a/'>"+
		strings.Replace(shared("a", ""), "<outline ", "<outline note='xml:lang=\"fr\" xml:base=\"x\"' ", 1)+
		strings.Replace(shared("b", ""), "<outline ", "<outline xml:base = 'b/?q=&#39;&amp;' ", 1)+
		"</outline><outline text='g' xml:lang='en' xml:base='http://example.com/c/'>"+shared("c", shared("d", ""))+"</outline>"))
	got := arrange(t, o, rowsOf(o, "c[d[a b]]"))
	want := map[string]string{"a": `xml:lang="de" xml:base="http://example.com/a/"`, "b": `xml:lang="de" xml:base="http://example.com/a/b/?q='&amp;"`}
	for _, e := range outlinesOf(t, got).Entries() {
		if e.Item != nil && !strings.Contains(e.Item.Winner.Content.XML(), want[e.Item.ID()]) {
			t.Errorf("%s says %s, want %s in\n%s", e.Item.ID(), e.Item.Winner.Content.XML(), want[e.Item.ID()], got)
		}
	}
}

// TestArrangeTooDeep refuses an arrangement that could not be read again.
func TestArrangeTooDeep(t *testing.T) {
	o := outlinesOf(t, opmlOf(strings.Repeat("<outline>", 999)+shared("a", "")+strings.Repeat("</outline>", 999)))
	if err := o.Write(&strings.Builder{}, rowsOf(o, "a")); err != nil {
		t.Error(err)
	}
	if err := o.Write(&strings.Builder{}, rowsOf(o, "a[x]")); err == nil || !strings.Contains(err.Error(), "t.opml: outlines are nested more than 1000 levels deep") {
		t.Errorf("got %v", err)
	}
}
