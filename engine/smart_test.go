package engine_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestSmartListsCollectAcrossLists(t *testing.T) {
	d := newTodoDesk(t)
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Work", Kind: "todo"})
	d.check(err)
	for _, todo := range []struct{ set, id, due string }{
		{"Home", "yesterday", "2026-05-20"},
		{"Work", "today", "2026-05-21"},
		{"Home", "this morning", "2026-05-21T07:00"},
		{"Work", "tonight", "2026-05-21T23:30"},
		{"Home", "late in UTC", "2026-05-22T03:00Z"}, // 23:00 on the 21st in the user's time zone
		{"Work", "tomorrow", "2026-05-22"},
		{"Home", "some day", ""},
	} {
		d.todo(todo.set, strings.ReplaceAll(todo.id, " ", "-"), record.Values{"title": todo.id, "due": todo.due, "tags": "t"})
	}
	d.todo("Home", "done", record.Values{"title": "done", "due": "2026-05-21", "done": "true"})
	d.clock.step(time.Minute)
	d.todo("Home", "left", record.Values{"title": "left", "done": "false cancelled"})
	for kind, want := range map[lists.SmartKind][]string{
		lists.Overdue:   {"yesterday", "this morning"},
		lists.Today:     {"yesterday", "today", "this morning", "late in UTC", "tonight"},
		lists.Upcoming:  {"tomorrow"},
		lists.AllTodos:  {"yesterday", "today", "this morning", "late in UTC", "tonight", "tomorrow", "some day"},
		lists.NoDate:    {"some day"},
		lists.Completed: {"left", "done"},
		lists.Tagged:    {"yesterday", "today", "this morning", "late in UTC", "tonight", "tomorrow", "some day"},
	} {
		rows, err := d.Lists.Smart(t.Context(), lists.Smart{Kind: kind, Tag: "T"})
		d.check(err)
		var got []string
		for _, r := range rows {
			got = append(got, r.Title)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s shows %q, want %q", kind, got, want)
		}
	}
}

func TestTagsCountWhatTheirListsShow(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "a", record.Values{"title": "a", "tags": "food\nshop"})
	d.todo("Home", "b", record.Values{"title": "b", "tags": "Food"})
	d.todo("Home", "c", record.Values{"title": "c", "tags": "food", "done": "true"})
	tags := d.overview().Tags()
	if len(tags) != 2 || tags[0].Open != 2 || tags[1].Tag != "shop" || tags[1].Open != 1 {
		t.Errorf("tags: %+v", tags)
	}
}

// overview returns the overview of all lists, computed from scratch.
func (d *desk) overview() lists.Overview {
	d.t.Helper()
	o, err := d.Lists.Overview(d.t.Context(), lists.Overview{}, store.Change{Keys: []store.Key{store.AllKey}})
	d.check(err)
	return o
}

// Whatever day, time and zone todos are due, a smart list has as many rows as its count says.
func TestSmartListsHaveAsManyRowsAsAreCounted(t *testing.T) {
	d := newTodoDesk(t)
	day := record.DayOf(d.clock.Now())
	for days := -5; days <= 5; days++ {
		for _, clock := range []string{"", "T00:00", "T23:59", "T12:00Z", "T00:00 Pacific/Kiritimati", "T23:59 Etc/GMT+12"} {
			due := day.AddDays(days).String() + clock
			d.todo("Home", url.QueryEscape(due), record.Values{"title": due, "due": due, "tags": fmt.Sprint("t", days%2)})
		}
	}
	for id, v := range map[string]record.Values{
		"some-day": {"title": "Some day"}, "done": {"title": "Done", "done": "true"}, "left": {"title": "Left", "done": "false cancelled", "due": day.String()},
	} {
		d.todo("Home", id, v)
	}
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Notes"})
	d.check(err)
	_, err = d.Edit.Add(t.Context(), "Notes", record.Values{"title": "Neither open nor done"}, edit.AddOptions{})
	d.check(err)
	o := d.overview()
	for _, kind := range []lists.SmartKind{lists.Today, lists.Upcoming, lists.Overdue, lists.AllTodos, lists.NoDate, lists.Completed} {
		rows, err := d.Lists.Smart(t.Context(), lists.Smart{Kind: kind})
		d.check(err)
		if n := o.Smart(kind); n != len(rows) || n == 0 {
			t.Errorf("%s: counted %d of %d rows", kind, n, len(rows))
		}
	}
	for _, tag := range o.Tags() {
		rows, err := d.Lists.Smart(t.Context(), lists.Smart{Kind: lists.Tagged, Tag: tag.Tag})
		d.check(err)
		if tag.Open != len(rows) || tag.Open == 0 {
			t.Errorf("tag %s: counted %d of %d rows", tag.Tag, tag.Open, len(rows))
		}
	}
}

// An overview that reads only what changed equals one that reads everything.
func TestAnOverviewOfWhatChangedSaysTheSameAsOneOfAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newTodoDesk(t)
		names := []string{"Home"}
		for i := range 40 { // a few of them change
			names = append(names, fmt.Sprint("List ", i))
			_, err := d.Lists.Create(t.Context(), lists.New{Name: names[i+1], Kind: "todo"})
			d.check(err)
		}
		begun, err := d.Changes(t.Context(), 0)
		d.check(err)
		kept, revision := d.overview(), begun.Revision
		for step := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			list := func() string { return rapid.SampledFrom(names).Draw(rt, "list") }
			name := fmt.Sprint(rapid.SampledFrom([]string{"a", "z", "M"}).Draw(rt, "name"), step)
			switch rapid.SampledFrom([]string{"add", "add", "done", "time", "list", "rename", "delete"}).Draw(rt, "step") {
			case "add":
				soon := func(hours time.Duration) string {
					return d.clock.Now().Add(hours * time.Hour).UTC().Format("2006-01-02T15:04Z")
				}
				due := rapid.SampledFrom([]string{"", soon(1), soon(80), soon(90), "2001-01-01", "2100-01-01"}).Draw(rt, "due")
				_, err := d.Edit.Add(t.Context(), list(), record.Values{"title": "Milk", "due": due, "tags": rapid.SampledFrom([]string{"", "food", "FOOD\nshop"}).Draw(rt, "tags")}, edit.AddOptions{})
				d.check(err)
			case "done":
				in := list()
				if rows, err := d.Lists.Items(t.Context(), in, store.Query{Open: true}); err == nil && len(rows) > 0 {
					_, err = d.Edit.Complete(t.Context(), in, rows[0].ID, true)
					d.check(err)
				}
			case "time":
				d.clock.step(time.Duration(rapid.SampledFrom([]int{1, 20, 100}).Draw(rt, "hours")) * time.Hour)
			case "list":
				_, err := d.Lists.Create(t.Context(), lists.New{Name: name, Kind: "todo"})
				d.check(err)
				names = append(names, name)
			case "rename":
				was := list()
				_, err := d.Edit.RenameList(t.Context(), was, name)
				d.check(err)
				names[slices.Index(names, was)] = name
			case "delete":
				if was := list(); len(names) > 1 {
					d.check(d.Sharing.DeleteSet(t.Context(), was))
					names = slices.DeleteFunc(names, func(l string) bool { return l == was })
				}
			}
			if rapid.Bool().Draw(rt, "several at once") {
				continue
			}
			changed, err := d.Changes(t.Context(), revision)
			d.check(err)
			kept, err = d.Lists.Overview(t.Context(), kept, changed)
			d.check(err)
			revision = changed.Revision
			whole := d.overview()
			if got, want := summary(kept), summary(whole); got != want {
				rt.Fatalf("after %v it says\n%s\nand all together\n%s", changed.Keys, got, want)
			}
		}
	})
}

func summary(o lists.Overview) string {
	type list struct {
		store.Set
		store.Counts
	}
	var all []list
	for _, l := range o.Lists() {
		all = append(all, list{*l.Set, l.Counts})
	}
	return fmt.Sprintf("lists %+v\nto resolve %+v\ntags %+v\ndue %d %d %d\nothers %d %d %d", all, o.Conflicts(), o.Tags(),
		o.Smart(lists.Today), o.Smart(lists.Upcoming), o.Smart(lists.Overdue), o.Smart(lists.AllTodos), o.Smart(lists.NoDate), o.Smart(lists.Completed))
}
