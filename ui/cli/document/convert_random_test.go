//go:build !raced

package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/ui/cli/document"
)

// bits are elements that items of each format may have.
var bits = map[item.Format][]string{
	item.RSS: {
		"<title>plain</title>", "<title>&amp;lt;b&gt; ]]&gt;</title>", "<description>plain</description>", "<description>&lt;b&gt;bold&lt;/b&gt;</description>", "<link>http://example.com/</link>",
		"<category domain='d'>c</category>", "<enclosure url='u' length='1' type='t/t'/>", "<x:y xmlns:x='urn:x' x:a='&#10;'>t<b/></x:y>", "<own xmlns=''/>", "<!-- c -->",
		"<outline text='o' _note='n'/>", "<a:summary xmlns:a='http://www.w3.org/2005/Atom'>s</a:summary>", "<author>a@example.com</author>", "<guid>g</guid>",
	},
	item.Atom: {
		"<title>plain</title>", "<title type='html'>&lt;b&gt;t&lt;/b&gt;</title>", "<content>plain</content>", "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>x<br/></div></content>",
		"<content src='s' type='t/t'/>", "<summary>s</summary>", "<category term='t' label='l'/>", "<link href='h'/>", "<link rel='via' href='v'/>", "<rights>r</rights>",
		"<x:y xmlns:x='urn:x'>t</x:y>", "<y xmlns=''/>", "<author><name>n</name></author>", "<published>2005-05-21T09:43:33Z</published>", "<outline xmlns='' text='o'/>",
	},
}

// drawn returns a document with a few such items, in a dialect of its format.
func drawn(r *rand.Rand, f item.Format, d item.Dialect) string {
	var b strings.Builder
	for n := range 1 + r.IntN(3) {
		inner := ""
		for range r.IntN(5) * min(1, len(bits[f])) {
			inner += bits[f][r.IntN(len(bits[f]))]
		}
		updates := 1 + r.IntN(3)
		sync := fmt.Sprintf("<s:sync id='i%d' updates='%d'><s:history sequence='%d' when='2005-05-21T09:43:33Z' by='A'/></s:sync>", n, updates, updates-r.IntN(min(2, updates)))
		if d == item.SSE091 {
			sync = fmt.Sprintf("<s:sync id='i%d' version='%d'><s:history when='Sat, 21 May 2005 09:43:33 GMT' by='A'/></s:sync>", n, updates)
		}
		switch f {
		case item.OPML:
			attributes := []string{"", " _note='a&#10;b'", " title='t'", " created='&lt;'", " x:y='z'", " xml:lang='de'"}
			fmt.Fprintf(&b, "<outline text='t%d'%s%s>%s</outline>", n, attributes[r.IntN(3)], attributes[3+r.IntN(3)], []string{"", "<x:y/>", "<own/>"}[r.IntN(3)]+sync)
		case item.Atom:
			b.WriteString("<entry>" + inner + sync + "</entry>")
		default:
			b.WriteString("<item>" + inner + sync + "</item>")
		}
	}
	space := map[item.Dialect]string{item.FeedSync10: "http://feedsync.org/2007/feedsync", item.SSE093: "http://www.microsoft.com/schemas/sse", item.SSE091: "http://www.microsoft.com/schemas/rss/sse"}[d]
	switch f {
	case item.OPML:
		return "<opml xmlns:x='urn:x' xmlns:s='" + space + "'><head><title>t</title></head><body>" + b.String() + "</body></opml>"
	case item.Atom:
		return "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:s='" + space + "'><title>t</title>" + b.String() + "</feed>"
	}
	return "<rss version='2.0' xmlns:s='" + space + "'><channel><title>t</title><link>l</link><description>d</description>" + b.String() + "</channel></rss>"
}

// converted returns a document in another format and dialect.
func converted(text string, to item.Format, d item.Dialect, lossy bool) (string, error) {
	var out bytes.Buffer
	source := document.Source{Name: "f", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	_, err := document.Convert(func(write func(io.Writer) error) error { return write(&out) }, source,
		document.Conversion{Format: to, Dialect: d, Lossy: lossy, Now: time.Date(2005, 5, 24, 9, 43, 33, 0, time.UTC)})
	return out.String(), err
}

// read returns the items of a document, all of which must be readable.
func read(t *testing.T, text string) map[string]*item.Version {
	t.Helper()
	all := map[string]*item.Version{}
	r := feed.NewReader(strings.NewReader(text), "f")
	for {
		e, err := r.Next()
		switch {
		case err == io.EOF:
			return all
		case err != nil || e.Item == nil:
			t.Fatalf("%v %v in\n%s", err, e, text)
		}
		all[e.Item.ID()] = e.Item.Winner
	}
}

// forms are the formats with their dialects.
var forms = []struct {
	format  item.Format
	dialect item.Dialect
}{
	{item.RSS, item.FeedSync10}, {item.RSS, item.SSE093}, {item.RSS, item.SSE091}, {item.Atom, item.FeedSync10}, {item.Atom, item.SSE093}, {item.OPML, item.SSE091},
}

// TestConversionsLoseWhatTheySay checks that the result of a conversion without complaints is
// equivalent, even after converting it back, and that a refused conversion really loses
// something if it is forced.
func TestConversionsLoseWhatTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 93))
	refused, kept := map[string]int{}, 0
	for range testsize.Of(600, 3000) {
		from, to := forms[r.IntN(len(forms))], forms[r.IntN(len(forms))]
		if from == to {
			continue
		}
		text := drawn(r, from.format, from.dialect)
		was := read(t, text)
		there, err := converted(text, to.format, to.dialect, false)
		var loss *document.LossError
		if errors.As(err, &loss) {
			lossy, err := converted(text, to.format, to.dialect, true)
			if err != nil {
				t.Fatalf("%v with --lossy, in\n%s", err, text)
			}
			is := read(t, lossy)
			for _, what := range loss.Losses {
				kind, items, _ := strings.Cut(what, " (")
				refused[kind]++
				for id, v := range was {
					if strings.HasPrefix(kind, "data that") && strings.Contains(items, id) && is[id].Content.Hash() == v.Content.Hash() && !v.Content.Fuller(is[id].Content) {
						t.Errorf("%s is said to be lost of %s, and is there:\n%s\n%s", what, id, text, lossy)
					}
				}
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s %s: %v in\n%s", to.format, to.dialect, err, text)
		}
		kept++
		is := read(t, there)
		for id, v := range was {
			if got := is[id]; got == nil || got.Updates != v.Updates || len(got.History) != len(v.History) || !got.Top().When.Equal(v.Top().When) ||
				to.format != item.OPML && got.Content.Hash() != v.Content.Hash() {
				t.Errorf("%s was\n%s\nand became\n%s", id, text, there)
			}
		}
		back, err := converted(there, from.format, from.dialect, true)
		if err != nil {
			t.Fatalf("back: %v in\n%s", err, there)
		}
		for id, v := range read(t, back) {
			if v.Title() != was[id].Title() || v.Updates != was[id].Updates || to.format != item.OPML && v.Content.Hash() != was[id].Content.Hash() {
				t.Errorf("%s was\n%s\nand came back as\n%s\nfrom\n%s", id, text, back, there)
			}
		}
	}
	if kept < testsize.Of(150, 300) || len(refused) < 4 {
		t.Errorf("%d were converted, and refused were %v", kept, refused)
	}
}
