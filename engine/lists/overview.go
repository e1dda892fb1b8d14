package lists

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Overview has what all lists contain, in one state of the store. It is computed list by list,
// so that a change in one list does not require reading the others.
type Overview struct {
	lists []*summary // in the order of store.SortSets; not modified
	day   string
	// smart has the numbers of rows in the smart lists without a tag.
	smart map[SmartKind]int
}

// summary is the overview of one list.
type summary struct {
	List
	conflicts []store.Row
	tags      []store.TagCount
	// past and later are the numbers of open todos that are due before and after the days
	// around the day of the overview; near has the due dates within these days.
	past, later int
	near        []record.Date
	// todos is the number of open todos, undated that of those without a due date.
	todos, undated int
}

// Overview returns what the lists contain. Lists that have not changed since last are taken
// from there.
func (s *Service) Overview(ctx context.Context, last Overview, changed store.Change) (Overview, error) {
	l := s.dates()
	o := Overview{lists: last.lists, day: record.DayOf(l.now).String()}
	keys := changed.Lists()
	const most = 8 // beyond this number of lists, reading all of them takes no longer
	err := s.Store.View(ctx, func(r store.Reader) (err error) {
		switch {
		case changed.Has(store.AllKey) || o.day != last.day || len(keys)*most > len(last.lists):
			sets, err := r.Sets()
			if err == nil {
				o.lists, err = summaries(r, l.now, 0, sets)
			}
			return err
		case len(keys) > 0:
			o.lists, err = last.with(r, l.now, keys)
		}
		return err
	})
	o.countSmart(l)
	return o, err
}

// with returns the summaries, after reading those of the given lists again.
func (o Overview) with(r store.Reader, now time.Time, keys []int64) ([]*summary, error) {
	all, others := slices.Clone(o.lists), false // another order than before
	for _, key := range keys {
		at := slices.IndexFunc(all, func(s *summary) bool { return s.Key == key })
		set, err := r.SetOf(key)
		if err != nil && err != store.ErrNoSet {
			return nil, err
		}
		if at >= 0 && (err != nil || set.Name != all[at].Name || set.Display != all[at].Display) {
			all, at = slices.Delete(all, at, at+1), -1
		}
		if err != nil {
			continue // it was deleted
		}
		again, err := summaries(r, now, key, []store.Set{set})
		if err != nil {
			return nil, err
		}
		if at >= 0 {
			all[at] = again[0]
		} else {
			all, others = append(all, again[0]), true
		}
	}
	if others {
		store.SortSets(all, func(s **summary) *store.Set { return (*s).Set })
	}
	return all, nil
}

// summaries reads the summary of one list, or of all lists if key is 0.
func summaries(r store.Reader, now time.Time, key int64, sets []store.Set) ([]*summary, error) {
	past, near, later := around(now)
	counts, err := countsOf(r, key)
	if err != nil {
		return nil, err
	}
	all, of := make([]*summary, len(sets)), make(map[int64]*summary, len(sets))
	for i := range sets { // each is a kilobyte, so there is only one of each
		s := &sets[i]
		all[i] = &summary{List: List{s, counts[s.Key]}}
		of[s.Key] = all[i]
	}
	conflicts, err := r.Rows(key, store.Query{Conflicted: true})
	if err != nil {
		return nil, err
	}
	for _, row := range conflicts {
		of[row.Set].conflicts = append(of[row.Set].conflicts, row)
	}
	tags, err := r.Tags(key)
	if err != nil {
		return nil, err
	}
	for len(tags) > 0 { // list by list
		set := tags[0].Set
		n := slices.IndexFunc(tags, func(t store.TagCount) bool { return t.Set != set })
		if n < 0 {
			n = len(tags)
		}
		of[set].tags, tags = tags[:n:n], tags[n:]
	}
	soon, err := r.Rows(key, near)
	if err != nil {
		return nil, err
	}
	for _, row := range soon {
		of[row.Set].undated--
		if due, err := record.ParseDate(row.Due); err == nil {
			of[row.Set].near = append(of[row.Set].near, due)
		}
	}
	before, err := r.CountEach(key, past)
	if err != nil {
		return nil, err
	}
	after, err := r.CountEach(key, later)
	if err != nil {
		return nil, err
	}
	todos, err := r.CountEach(key, store.Query{Open: true, Kind: record.Todo})
	for _, s := range all {
		s.past, s.later, s.todos = before[s.Key], after[s.Key], todos[s.Key]
		s.undated += s.todos - s.past - s.later
	}
	return all, err
}

func countsOf(r store.Reader, key int64) (map[int64]store.Counts, error) {
	if key == 0 {
		return r.Counts()
	}
	c, err := r.Count(key)
	return map[int64]store.Counts{key: c}, err
}

// around returns queries for what is due in the past, in the days around today, and later. A
// date is stored in its own time zone, which is less than two days away from the local one.
func around(now time.Time) (past, near, later store.Query) {
	const border = 2
	today := record.DayOf(now)
	day := func(days int) string { return today.AddDays(days).String() }
	return store.Query{Open: true, DueFrom: "0000-00-00", DueTo: day(-border - 1)},
		store.Query{Open: true, DueFrom: day(-border), DueTo: day(border)},
		store.Query{Open: true, DueFrom: day(border + 1)}
}

// countSmart counts the rows of the smart lists at the present time.
func (o *Overview) countSmart(l dates) {
	o.smart = map[SmartKind]int{}
	for _, s := range o.lists {
		o.smart[Today] += s.past
		o.smart[Overdue] += s.past
		o.smart[Upcoming] += s.later
		o.smart[AllTodos] += s.todos
		o.smart[NoDate] += s.undated
		o.smart[Completed] += s.Items - s.Open
		for _, due := range s.near {
			for _, kind := range []SmartKind{Today, Overdue, Upcoming} {
				if (Smart{Kind: kind}).showsDue(due, l) {
					o.smart[kind]++
				}
			}
		}
	}
}

// Lists returns the lists in the order of store.SortSets. Callers must not modify them.
func (o Overview) Lists() []*List {
	all := make([]*List, len(o.lists))
	for i, s := range o.lists {
		all[i] = &s.List
	}
	return all
}

// Conflicts returns the rows with conflicts, list by list.
func (o Overview) Conflicts() (all []store.InSet) {
	for _, s := range o.lists {
		for _, row := range s.conflicts {
			all = append(all, store.InSet{Set: s.Name, Row: row})
		}
	}
	return all
}

// Smart returns the number of rows in a smart list without a tag.
func (o Overview) Smart(kind SmartKind) int { return o.smart[kind] }

// Tags returns the tags of all lists, the most used first, each with the number of rows in its
// smart list. Tags are spelled as in the list that was created first.
func (o Overview) Tags() []store.TagCount {
	var all []store.TagCount
	var at map[string]int // by the folded tags; made for the second list
	index := func(tags []store.TagCount) {
		for _, t := range tags {
			at[store.Fold(t.Tag)] = len(at)
		}
	}
	for _, s := range o.lists {
		switch {
		case len(all) == 0:
			all = slices.Clone(s.tags)
			continue
		case len(s.tags) > 0 && at == nil:
			at = make(map[string]int, len(all)+len(s.tags))
			index(all)
		}
		for _, t := range s.tags {
			i, counted := at[store.Fold(t.Tag)]
			if !counted {
				index([]store.TagCount{t})
				all = append(all, t)
				continue
			}
			all[i].Open += t.Open
			if t.Set < all[i].Set {
				all[i].Set, all[i].Tag = t.Set, t.Tag
			}
		}
	}
	slices.SortFunc(all, func(a, b store.TagCount) int {
		return cmp.Or(cmp.Compare(b.Open, a.Open), strings.Compare(a.Tag, b.Tag))
	})
	return all
}
