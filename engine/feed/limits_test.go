package feed_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// conflicting returns an sx:sync with that many conflicts, each from a different endpoint.
func conflicting(conflicts int) string {
	var b strings.Builder
	b.WriteString("<sx:sync id='i' updates='1'>" + history + "<sx:conflicts>")
	for n := range conflicts {
		fmt.Fprintf(&b, "<item><sx:sync id='i' updates='1'><sx:history sequence='1' by='E%d'/></sx:sync></item>", n)
	}
	return b.String() + "</sx:conflicts></sx:sync>"
}

// nested returns an element with others nested in it to that depth.
func nested(depth int) string {
	return strings.Repeat("<x>", depth) + strings.Repeat("</x>", depth)
}

// bindings declares that many prefixes.
func bindings(many int) string {
	var b strings.Builder
	for n := range many {
		fmt.Fprintf(&b, ` xmlns:p%d="urn:p"`, n)
	}
	return b.String()
}

// TestLimits checks that an item beyond a limit is skipped, and that the others are read.
func TestLimits(t *testing.T) {
	const good = "<sx:sync id='i' updates='1'>" + history + "</sx:sync>"
	for _, c := range []struct{ name, sync, want string }{
		{"conflicts", conflicting(1000), ""},
		{"too many conflicts", conflicting(1001), "3 error too-many-conflicts limits of Crossfeed"},
		{"nesting", nested(128) + good, ""},
		{"nested too deep", nested(129) + good, "3 error too-large limits of Crossfeed"},
		{"nested too deep in a conflict", conflict(nested(129) + good), "7 error too-large limits of Crossfeed"},
		{"too many namespaces", "<x" + bindings(254) + "/>\n<x" + bindings(255) + "><y/></x>" + good, "4 error too-large limits of Crossfeed"},
		{"nested too deep in sx:sync", "<sx:sync id='i' updates='1'>" + history + "\n" + nested(129) + "</sx:sync>", "5 error too-large limits of Crossfeed"},
	} {
		if problems, aside := examined(t, rssWith(c.sync)); problems != c.want || aside != (c.want != "") {
			t.Errorf("%s: got %q (set aside: %t), want %q", c.name, problems, aside, c.want)
		}
	}
}

// TestDeepestConflict checks that an item with the maximum nesting can be read after it has
// become a conflict.
func TestDeepestConflict(t *testing.T) {
	deep := items(t, rssWith(nested(128)+"<sx:sync id='i' updates='1'>"+history+"</sx:sync>"))[0]
	it := &item.Item{Winner: deep.Winner, Conflicts: []*item.Version{edited(deep, "other").Winner}}
	for _, format := range []item.Format{item.RSS, item.Atom} {
		if again := items(t, publish(t, sampleDocument(format), it)); len(again) != 1 || len(again[0].Conflicts) != 1 {
			t.Errorf("%s: read %v", format, again)
		}
	}
}

// TestManyProblems checks that finding their lines takes time in proportion to their number.
func TestManyProblems(t *testing.T) {
	const many = 50_000
	r := feed.NewReader(strings.NewReader(rssWith("<sx:sync id='i' updates='1'>"+strings.Repeat("\r\n<sx:history by='A'/>", many)+"</sx:sync>")), "f")
	e, err := r.Next()
	if err != nil || len(e.Problems) != many || e.Problems[0].Line != 4 || e.Problems[many-1].Line != many+3 {
		t.Errorf("%v, %d problems", err, len(e.Problems))
	}
}

// TestFits checks that the result of a merge is refused if it could not be read again.
func TestFits(t *testing.T) {
	version := func(updates, elements int) *item.Version {
		content, err := item.ParseContent(`<entry xmlns="` + item.NamespaceAtom + `">` + strings.Repeat(`<x y="z"/>`, elements) + "</entry>")
		if err != nil {
			t.Fatal(err)
		}
		return &item.Version{ID: "i", Updates: updates, History: []item.History{{Sequence: updates, By: "A"}}, Content: content}
	}
	small := version(1, 0)
	for _, c := range []struct {
		name      string
		winner    *item.Version
		conflicts []*item.Version
		want      string
	}{
		{"alone, whatever its size", version(1, 100_000), nil, ""},
		{"conflicts", small, make([]*item.Version, 1000), ""},
		{"too many conflicts", small, make([]*item.Version, 1001), "there are 1001 conflicts"},
		{"halves", version(1, 49_000), []*item.Version{version(2, 49_000)}, ""},
		{"too many elements together", version(1, 60_000), []*item.Version{version(2, 60_000)}, "elements and attributes together"},
	} {
		for i := range c.conflicts {
			if c.conflicts[i] == nil {
				c.conflicts[i] = small
			}
		}
		err := feed.Fits(&item.Item{Winner: c.winner, Conflicts: c.conflicts})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestLongValues checks that long values are truncated in messages: a problem is a sentence.
func TestLongValues(t *testing.T) {
	long := strings.Repeat("é ", 100_000)
	for _, sync := range []string{
		"<sx:sync id='i' updates='" + long + "'>" + history + "</sx:sync>",
		"<sx:sync id='i' updates='1'><sx:history sequence='1' when='" + long + "' by='" + long + "'/></sx:sync>",
	} {
		problems, err := feed.Check(strings.NewReader(rssWith(sync)), "f")
		if err != nil || len(problems) == 0 {
			t.Fatal(problems, err)
		}
		for _, p := range problems {
			if len(p.Text) > 300 || !utf8.ValidString(p.Text) || p.Rule != "missing-when" && !strings.Contains(p.Text, "é …") {
				t.Errorf("%d bytes: %.400s", len(p.Text), p.Text)
			}
		}
	}
}

// TestStream sends a long feed through a pipe whose writer waits until the first item was read
// at the other end, and checks the memory use meanwhile.
func TestStream(t *testing.T) {
	const most = 64 << 20
	streamed := testsize.Of(20, 500) << 20 // bytes
	runtime.GC()                           // memory left over from other tests does not count
	in, out := io.Pipe()
	delivered := make(chan struct{})
	go send(out, streamed, delivered)
	r := feed.NewReader(in, "long.xml")
	n := 0
	for ; ; n++ {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil || e.Item == nil {
			t.Fatalf("item %d: %+v %v", n, e, err)
		}
		if n == 0 {
			close(delivered)
		}
		if n%10_000 == 0 {
			if now := heap(); now > most {
				t.Fatalf("after %d items the heap is %d MB", n, now>>20)
			}
		}
	}
	if n < streamed/20_000 {
		t.Errorf("only %d items arrived", n)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// send writes a feed of that many bytes, with items of 1 to 20 KB.
func send(w *io.PipeWriter, size int, delivered <-chan struct{}) {
	_, err := io.WriteString(w, `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>t</title>`)
	lines := strings.Repeat("A line of a description, of some words.\n", 500)
	for i, sent := 0, 0; err == nil && sent < size; i++ {
		var n int
		n, err = fmt.Fprintf(w, "<item><title>Item %d</title><description>%s</description><x:a xmlns:x='urn:x'><x:b>c</x:b></x:a>"+
			`<sx:sync id="i%d" updates="1"><sx:history sequence="1" when="2005-05-21T11:43:33Z" by="A"/></sx:sync></item>`,
			i, lines[:40*(20+i%480)], i)
		if i == 0 {
			<-delivered
		}
		sent += n
	}
	if err == nil {
		_, err = io.WriteString(w, "</channel></rss>")
	}
	w.CloseWithError(err)
}
