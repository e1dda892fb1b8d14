package publish_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/publish"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// newOutlineDesk returns a desk with an outline.
func newOutlineDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.change(func(s *store.Set) { s.Name, s.Kind, s.Format, s.Dialect = "Plans", "outline", "opml", "sse-0.91" })
	return d
}

// putAt puts an item at a position.
func (d *desk) putAt(id string, at item.Place, deleted bool, when time.Time) {
	d.Helper()
	v := &item.Version{
		ID: id, Updates: 1, Deleted: deleted, Place: at, Content: item.Plain(id, ""),
		History: []item.History{{Sequence: 1, By: "desk", When: item.At(when)}},
	}
	d.update(func(w store.Writer) error {
		return w.PutItem(d.set.Key, &item.Item{Winner: v}, store.Seen{At: noon})
	})
}

// shape returns a published outline as "a(b c) d".
func shape(t *testing.T, text string) string {
	t.Helper()
	r := feed.NewReader(strings.NewReader(text), path)
	inside := map[int][]string{}
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(inside[0], " ")
		}
		if err != nil {
			t.Fatal(err)
		}
		name, o := e.Item.ID(), e.Outline
		if len(inside[o.Number]) > 0 {
			name += "(" + strings.Join(inside[o.Number], " ") + ")"
		}
		inside[o.Parent] = append(inside[o.Parent], name)
	}
}

func TestAnOutlineIsPublishedAsATree(t *testing.T) {
	d := newOutlineDesk(t)
	d.putAt("b", item.Place{Key: "2"}, false, noon)
	d.putAt("child", item.Place{Parent: "gone", Key: "1"}, false, noon)
	d.putAt("gone", item.Place{Parent: "b", Key: "1"}, true, noon.Add(time.Hour))
	d.putAt("lost", item.Place{Parent: "nowhere", Key: "1"}, false, noon)
	d.putAt("a", item.Place{Key: "1"}, false, noon)
	d.putAt("circle", item.Place{Key: order.Last, Cycle: "b"}, false, noon)
	text := d.must(noon)
	if got := shape(t, text); got != "a b(gone(child)) circle lost" {
		t.Errorf("published %s in\n%s", got, text)
	}
	r := feed.NewReader(strings.NewReader(text), path)
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	h := r.Document()
	if h.Format != item.OPML || h.Dialect != item.SSE091 || h.Title != "Plans" || h.ID != "urn:uuid:1" || h.Author != "desk" || !h.Updated.Equal(noon) {
		t.Errorf("header %+v", h)
	}
}

func TestTheSameOutlineMakesTheSameBytesAndTouchesNothing(t *testing.T) {
	d := newOutlineDesk(t)
	d.putAt("b", item.Place{Key: "2"}, false, noon)
	d.putAt("a", item.Place{Parent: "b", Key: "1"}, false, noon)
	first := d.must(noon)
	if again := d.must(noon.Add(time.Hour)); again != first || d.memory.Replaced() != 1 {
		t.Errorf("written %d times:\n%s\n%s", d.memory.Replaced(), first, again)
	}
}

func TestAnOutlineIsNeverWrittenOverAnother(t *testing.T) {
	for _, there := range []string{
		`<opml version="2.0"><head><title>Podcasts</title></head><body><outline text="News"/></body></opml>`,
		`<opml version="1.0"><head/><body/></opml>`,
	} {
		d := newOutlineDesk(t)
		d.putAt("b", item.Place{Key: "2"}, false, noon)
		d.memory.Put(path, there)
		if err := d.publish(noon); !errors.Is(err, publish.ErrNotOurs) || d.memory.All()[path] != there {
			t.Errorf("%v over %s", err, there)
		}
	}
}
