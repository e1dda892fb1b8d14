package intake_test

import (
	"io"
	"strings"
	"testing"

	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// midway wraps files and calls back at the end of a feed, before the reader gets EOF.
type midway struct {
	transport.Files
	then func()
}

func (m midway) Open(path string) (io.ReadCloser, error) {
	f, err := m.Files.Open(path)
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(f, calling(m.then)), f}, err
}

// calling is an empty reader that calls back.
type calling func()

func (c calling) Read([]byte) (int, error) {
	c()
	return 0, io.EOF
}

func TestAnEditDuringAReadingIsNeitherHeldUpNorLost(t *testing.T) {
	d := newDesk(t)
	d.read(entry("milk", "Milk", "phone 1"), entry("eggs", "Eggs", "phone 1"))
	d.files.Put(path, feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), entry("bread", "Bread", "phone 1")))
	edits := 0
	r, err := d.try(t.Context(), midway{d.files, func() {
		d.edit("milk", "Soy milk")
		d.edit("eggs", "Six eggs")
		edits++
	}}, intake.Options{})
	if err != nil || edits != 1 {
		t.Fatalf("%v after %d edits", err, edits)
	}
	if want := (counts{read: 2, fresh: 1, updated: 1, conflicts: 1}); countsOf(r) != want {
		t.Errorf("%+v, want %+v", countsOf(r), want)
	}
	if it := d.item("milk"); it.Winner.Title() != "Soy milk" || len(it.Conflicts) != 1 || it.Conflicts[0].Title() != "Oat milk" {
		t.Errorf("milk is %q with conflicts %v", it.Winner.Title(), it.Conflicts)
	}
	if got := d.item("eggs").Winner.Title(); got != "Six eggs" {
		t.Errorf("eggs is %q", got)
	}
}

func TestWhatArrivedAnotherWayMeanwhileIsNotWrittenAgain(t *testing.T) {
	d := newDesk(t)
	milk := entry("milk", "Milk", "phone 1")
	d.files.Put(path, feedOf(milk))
	var before int64
	r, err := d.try(t.Context(), midway{d.files, func() {
		d.read(milk)
		before = d.revision()
	}}, intake.Options{})
	if want := (counts{read: 1, unchanged: 1}); err != nil || countsOf(r) != want {
		t.Errorf("%+v, %v; want %+v", countsOf(r), err, want)
	}
	if d.revision() != before {
		t.Error("the store was written again")
	}
}

func TestMarkupOfTheFeedIsKeptWithTheSet(t *testing.T) {
	d := newDesk(t)
	add := func(markup string) string {
		return strings.Replace(feedOf(), "<title>", markup+"<title>", 1)
	}
	for _, step := range []struct{ markup, want string }{
		{`<x:owner xmlns:x="urn:x">Ray</x:owner>`, "Ray"},
		{`<y:colour xmlns:y="urn:y">red</y:colour>`, "Ray red"},
		{`<z:owner xmlns:z="urn:x">Jack</z:owner>`, "Ray red"},
		{``, "Ray red"},
	} {
		d.files.Put(path, add(step.markup))
		if _, err := d.try(t.Context(), d.files, intake.Options{}); err != nil {
			t.Fatal(err)
		}
		kept := d.foreign()
		for _, word := range []string{"Ray", "red", "Jack"} {
			if strings.Contains(kept, word) != strings.Contains(step.want, word) {
				t.Errorf("after %q: kept %s, want %s", step.markup, kept, step.want)
			}
		}
	}
	before := d.revision()
	d.files.Put(path, add(`<x:owner xmlns:x="urn:x">Jack</x:owner>`))
	if _, err := d.try(t.Context(), d.files, intake.Options{}); err != nil || d.revision() != before {
		t.Errorf("markup that is not taken over wrote the store: %v", err)
	}
}
