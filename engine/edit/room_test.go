package edit_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/sse091"
	"crossfeed/engine/store"
)

// outlined is local work on an ordered list.
func (d *desk) outlined(do func(w edit.Work) error) error {
	return d.store.Update(d.Context(), func(w store.Writer) error {
		work := d.work(w)
		work.Rules, work.Ordered = sse091.Rules{}, true
		return do(work)
	})
}

func (d *desk) outline(id, parent, key string) {
	d.Helper()
	v := &item.Version{
		ID: id, Updates: 1, History: []item.History{{Sequence: 1, By: "phone"}},
		Content: item.Plain(id, ""), Place: item.Place{Parent: parent, Key: key},
	}
	d.put(&item.Item{Winner: v})
}

func TestAKeyIsMadeOfTheNeighboursThatThereAre(t *testing.T) {
	for _, c := range []struct {
		what, after, want string
		keys              []string
	}{
		{"between", "a", "3/2", []string{"1", "2"}},
		{"first", "", "1/2", []string{"1", "2"}},
		{"last", "b", "3", []string{"1", "2"}},
		{"before one without a key", "a", "2", []string{"1", ""}},
		{"before one with a key that is none", "a", "2", []string{"1", "no key"}},
		{"before what came out of a cycle", "a", "2", []string{"1", "1/0"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := newDesk(t)
			for i, key := range c.keys {
				d.outline("ab"[i:i+1], "", key)
			}
			err := d.outlined(func(w edit.Work) error {
				it, err := w.AddAt("new", record.Outline, record.Values{"title": "New"}, false, edit.Spot{After: c.after})
				if err == nil && it.Winner.Place.Key != c.want {
					t.Errorf("the key is %q, want %q", it.Winner.Place.Key, c.want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWhereNoKeyFitsNothingIsPut(t *testing.T) {
	d := newDesk(t)
	long := strings.Repeat("9", 8192)
	d.outline("a", "", long)
	d.outline("b", "", "1")
	err := d.outlined(func(w edit.Work) error { return w.PlaceAll([]string{"b"}, "", "a") })
	if !errors.Is(err, edit.ErrCrowded) || !edit.IsRefusal(err) {
		t.Errorf("error %v, want ErrCrowded", err)
	}
}

// An import puts thousands of items at the ends of others, and reads the siblings once.
func TestWhatIsPutAtTheEndInOneTransactionStandsInItsOrder(t *testing.T) {
	d := newDesk(t)
	d.outline("a", "", "7")
	err := d.outlined(func(w edit.Work) error {
		w.Ends = &edit.Ends{}
		for _, id := range []string{"z", "y", "x"} {
			if _, err := w.Insert(id, item.Plain(id, ""), false); err != nil {
				return err
			}
		}
		if err := w.PlaceAll([]string{"z"}, "", "x"); err != nil {
			return err
		}
		_, err := w.Insert("w", item.Plain("w", ""), false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"a": "7", "y": "9", "x": "10", "z": "11", "w": "12"} {
		if got := d.stored(id).Winner.Place.Key; got != want {
			t.Errorf("%s has the key %s, want %s", id, got, want)
		}
	}
}
