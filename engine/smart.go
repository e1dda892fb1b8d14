package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// SmartKind is what a smart list collects across lists.
type SmartKind string

// Smart lists. Each shows todos that are neither done nor cancelled.
const (
	// Today are those due today or before.
	Today SmartKind = "today"
	// Upcoming are those due after today.
	Upcoming SmartKind = "upcoming"
	// Overdue are those whose due time has passed, or whose due day has.
	Overdue SmartKind = "overdue"
	// Tagged are those with a tag.
	Tagged SmartKind = "tag"
)

// Smart names a smart list.
type Smart struct {
	Kind SmartKind
	// Tag is that of Tagged.
	Tag string
	// Search keeps rows that contain it.
	Search string
}

// InSet is a row and the set that it is in.
type InSet struct {
	Set string
	store.Row
}

// Smart lists the rows of a smart list, those first that are due first.
func (e *Engine) Smart(ctx context.Context, s Smart) ([]InSet, error) {
	now := e.parts.Clock.Now().In(e.parts.Here)
	var all []InSet
	err := e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		for _, set := range sets {
			rows, err := r.Rows(set.Key, s.query(now))
			if err != nil {
				return err
			}
			for _, row := range rows {
				if s.shows(row, now) {
					all = append(all, InSet{set.Name, row})
				}
			}
		}
		return nil
	})
	slices.SortStableFunc(all, byDue(now.Location()))
	return all, err
}

// query asks for somewhat more than the list shows: days are compared as they
// are written, whatever their zone, and no zone is more than a day away.
func (s Smart) query(now time.Time) store.Query {
	q := store.Query{Search: s.Search, Open: true}
	today := record.DayOf(now)
	switch s.Kind {
	case Today, Overdue:
		q.DueFrom, q.DueTo = "0000-00-00", today.AddDays(1).String()
	case Upcoming:
		q.DueFrom = today.AddDays(-1).String()
	case Tagged:
		q.Tag = s.Tag
	}
	return q
}

// shows tells whether a row belongs to the list.
func (s Smart) shows(row store.Row, now time.Time) bool {
	if s.Kind == Tagged {
		return true
	}
	due, err := record.ParseDate(row.Due)
	if err != nil {
		return false
	}
	tomorrow := record.DayOf(now).AddDays(1).At(now.Location())
	switch s.Kind {
	case Today:
		return due.At(now.Location()).Before(tomorrow)
	case Upcoming:
		return !due.At(now.Location()).Before(tomorrow)
	}
	return due.Passed(now)
}

// byDue orders rows by the time at which they are due, then by priority and
// title; what is due some day comes last.
func byDue(here *time.Location) func(a, b InSet) int {
	key := func(r InSet) (time.Time, bool) {
		due, err := record.ParseDate(r.Due)
		return due.At(here), err == nil
	}
	return func(a, b InSet) int {
		left, leftThere := key(a)
		right, rightThere := key(b)
		switch {
		case leftThere != rightThere && leftThere:
			return -1
		case leftThere != rightThere:
			return 1
		}
		if c := left.Compare(right); leftThere && c != 0 {
			return c
		}
		if c := rank(a.Priority) - rank(b.Priority); c != 0 {
			return c
		}
		return strings.Compare(a.Title, b.Title)
	}
}

// rank puts what has no priority last.
func rank(priority int) int {
	if priority == 0 {
		return 10
	}
	return priority
}

// Tags lists the tags of the lists together, the most used first, each with the
// number of rows that its smart list shows.
func (e *Engine) Tags(ctx context.Context) ([]store.TagCount, error) {
	counts := map[string]*store.TagCount{}
	err := e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		for _, set := range sets {
			tags, err := r.Tags(set.Key)
			if err != nil {
				return err
			}
			for _, t := range tags {
				add(counts, t)
			}
		}
		return nil
	})
	var all []store.TagCount
	for _, t := range counts {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b store.TagCount) int {
		if a.Open != b.Open {
			return b.Open - a.Open
		}
		return strings.Compare(a.Tag, b.Tag)
	})
	return all, err
}

// add counts tags that differ only in case as one.
func add(counts map[string]*store.TagCount, t store.TagCount) {
	if known, there := counts[store.Fold(t.Tag)]; there {
		known.Open += t.Open
		return
	}
	counts[store.Fold(t.Tag)] = &t
}
