package feed_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// FuzzArrangements: whatever the document, it is written back byte for byte as it is; and
// whatever the arrangement, it is read back as it was asked for, with everything that
// takes no part.
func FuzzArrangements(f *testing.F) {
	for _, body := range []string{
		"", shared("a", shared("b", "<x/>")) + "<!-- c --><outline/>" + shared("c", ""),
		"\n  <outline>\n    " + shared("a", "\n") + "text" + shared("a", "") + "\n  </outline><outline><s:sync/></outline>",
		"<outline xmlns:x='urn:x' xml:lang='de' x:a='&#10;'>" + shared("a", "<x:y/>") + "</outline>" + shared("b", ""),
	} {
		f.Add(opmlOf(body), uint64(1))
		f.Add(strings.ReplaceAll(opmlOf(body), "\n", "\r"), uint64(2))
	}
	f.Fuzz(func(t *testing.T, document string, seed uint64) {
		o, err := feed.ReadOutlines(strings.NewReader(document), "fuzz.opml")
		if err != nil {
			return
		}
		rows := asItIs(o)
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for i := range rows {
			rows[i].Depth = random.IntN(4)
			if random.IntN(3) == 0 {
				rows[i].Item = updated(rows[i].Item, random.IntN(2) == 0)
			}
		}
		var b bytes.Buffer
		if err := o.Write(&b, rows); err != nil {
			t.Fatalf("%v with\n%q", err, document)
		}
		now, err := feed.ReadOutlines(bytes.NewReader(b.Bytes()), "now.opml")
		if err != nil {
			t.Fatalf("%v in\n%q\nfrom\n%q", err, b.String(), document)
		}
		if got, want := treeOf(now), asked(rows); got != want {
			t.Fatalf("got %s, want %s in\n%q\nfrom\n%q", got, want, b.String(), document)
		}
		if got, want := len(besides(now)), len(besides(o)); got != want {
			t.Fatalf("%d outlines take no part, and %d did:\n%q\nfrom\n%q", got, want, b.String(), document)
		}
		unarranged(t, o, document)
	})
}

// unarranged writes a document as it is.
func unarranged(t *testing.T, o *feed.Outlines, document string) {
	rows := asItIs(o)
	if slices.ContainsFunc(o.Entries(), twin(map[string]bool{})) {
		return
	}
	var b strings.Builder
	if err := o.Write(&b, rows); err != nil || b.String() != document && strings.HasPrefix(document, "<") && !strings.Contains(document[:min(len(document), 200)], "encoding") {
		t.Fatalf("%v: %s", err, difference(b.String(), document))
	}
}

// twin tells of an entry whether another one before it has its identifier.
func twin(seen map[string]bool) func(*feed.Entry) bool {
	return func(e *feed.Entry) bool {
		if e.Item == nil {
			return false
		}
		id := e.Item.ID()
		defer func() { seen[id] = true }()
		return seen[id]
	}
}
