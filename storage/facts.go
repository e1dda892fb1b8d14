package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// factColumns are the columns of an item that depend on its record.
const factColumns = `facts, uid, open, day, parent, alarms, place`

// factValues are the values of factColumns.
func factValues(r store.Row) args {
	return args{encodeFacts(r.Facts), r.UID, r.Open(), store.Day(r.Due), r.Parent, r.Alarms, sql.NullInt64{Int64: r.Order, Valid: r.Ordered}}
}

// between separates the parts of a text of facts. XML cannot contain it, so no part does.
const between = "\x00"

// The letters of boolean facts.
const (
	done, cancelled, ordered, alarms, repeats, feed = "d", "c", "o", "a", "r", "f"
	// inSection says that the section comes before the tags.
	inSection = "s"
)

// factsBeforeTags is the number of parts of a text of facts before the tags, without the
// section, which most have not.
const factsBeforeTags = 8

// encodeFacts returns the text of facts. With one column for each, reading lists would take
// three times as long. A contact has no dates, and its own facts in their places.
func encodeFacts(f record.Facts) string {
	if f.Kind == record.Note {
		return ""
	}
	so := letter(done, f.Done) + letter(cancelled, f.Cancelled) + letter(ordered, f.Ordered) +
		letter(alarms, f.Alarms) + letter(repeats, f.Repeats) + letter(feed, f.Feed) + letter(inSection, f.Section != "")
	first, second := f.Due, f.Start
	if f.Kind == record.Contact {
		first, second = f.PhoneOrEmail, f.FamilyName
	}
	parts := []string{string(f.Kind), f.UID, so, first, second, strconv.Itoa(f.Priority), strconv.FormatInt(f.Order, 10), f.Parent}
	if f.Section != "" {
		parts = append(parts, f.Section)
	}
	return strings.Join(append(parts, f.Tags...), between)
}

// factsOfKind returns the range of the texts of facts of records of a kind.
func factsOfKind(k record.Kind) (from, to string) {
	if k == record.Note {
		return "", between
	}
	return string(k) + between, string(k) + "\x01"
}

func letter(l string, so bool) string {
	if so {
		return l
	}
	return ""
}

func decodeFacts(text string) (record.Facts, error) {
	if text == "" {
		return record.Facts{Kind: record.Note}, nil
	}
	p := strings.Split(text, between)
	if len(p) < factsBeforeTags {
		return record.Facts{}, fmt.Errorf("reading facts: %d parts", len(p))
	}
	so := func(l string) bool { return strings.Contains(p[2], l) }
	f := record.Facts{
		Kind: record.Kind(p[0]), UID: p[1], Due: p[3], Start: p[4], Parent: p[7],
		Done: so(done), Cancelled: so(cancelled), Ordered: so(ordered), Alarms: so(alarms), Repeats: so(repeats), Feed: so(feed),
	}
	if f.Kind == record.Contact {
		f.Due, f.Start, f.PhoneOrEmail, f.FamilyName = "", "", p[3], p[4]
	}
	rest := p[factsBeforeTags:]
	if so(inSection) && len(rest) > 0 {
		f.Section, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		f.Tags = rest
	}
	var errPriority, errOrder error
	f.Priority, errPriority = strconv.Atoi(p[5])
	f.Order, errOrder = strconv.ParseInt(p[6], 10, 64)
	return f, errors.Join(errPriority, errOrder)
}

// putTags inserts the tags of an item that has none. Each tag is inserted by a separate
// statement: for several rows in one, SQLite has to be able to roll back a single row, and what
// it stores for that costs more.
func (w *writer) putTags(set, key int64, tags []string) error {
	rows := make([][2]string, len(tags))
	for i, tag := range tags {
		rows[i] = [2]string{store.Fold(tag), tag}
	}
	slices.SortStableFunc(rows, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	rows = slices.CompactFunc(rows, func(a, b [2]string) bool { return a[0] == b[0] })
	for _, row := range rows {
		if _, err := w.exec(store.ListKey(set), "INSERT INTO tags VALUES (?, ?, ?)", key, row[0], row[1]); err != nil {
			return err
		}
	}
	return nil
}

// tagsOf returns the tags in a text of facts, separated by between, or "".
func tagsOf(facts string) string {
	parts := factsBeforeTags
	for i := 0; i < parts; i++ {
		part, rest, found := strings.Cut(facts, between)
		if !found {
			return ""
		}
		if i == 2 && strings.Contains(part, inSection) {
			parts++
		}
		facts = rest
	}
	return facts
}

// Tags implements store.ItemReader. It counts here and not in SQL, which would have to sort all
// tags to group them, and takes them from the facts, because reading a row takes longer than
// counting a tag.
func (r *reader) Tags(set int64) ([]store.TagCount, error) {
	a := ask(set, store.Query{})
	if set == 0 { // most lists may have none
		a.from = " FROM (SELECT DISTINCT item FROM tags) t CROSS JOIN items i ON i.key = t.item"
	} else {
		a.and("EXISTS (SELECT 1 FROM tags WHERE item = i.key)")
	}
	items, err := all(r, scanTagged, "SELECT i.set_key, i.open, i.facts"+a.from+a.conditions()+" ORDER BY i.set_key, i.key", a.values...)
	return countTags(items), err
}

// tagged is an item with tags, which are separated by between.
type tagged struct {
	set  int64
	open int
	tags string
}

func scanTagged(row scanner) (i tagged, err error) {
	err = row.Scan(&i.set, &i.open, &i.tags)
	i.tags = tagsOf(i.tags)
	return i, err
}

// countTags counts the tags of items, which are in the order of their lists and keys.
func countTags(items []tagged) []store.TagCount {
	var counts tagCounts
	first, at := 0, map[string]int(nil) // the counts of a list, by their folded tags
	for i, it := range items {
		if i == 0 || it.set != items[i-1].set {
			sort.Sort(counts.from(first))
			n := strings.Count(it.tags, between) + 1
			first, at = len(counts.all), make(map[string]int, n)
			counts.all, counts.of = slices.Grow(counts.all, n), slices.Grow(counts.of, n)
		}
		for tag := range strings.SplitSeq(it.tags, between) {
			folded := store.Fold(tag)
			n, counted := at[folded]
			switch {
			case !counted:
				at[folded] = len(counts.all)
				counts.all = append(counts.all, store.TagCount{Set: it.set, Tag: tag, Open: it.open})
				counts.of = append(counts.of, tagOf{folded, i})
			case counts.of[n].last != i: // an item may have a tag twice
				counts.all[n].Open += it.open
				counts.of[n].last = i
			}
		}
	}
	sort.Sort(counts.from(first))
	return counts.all
}

// tagCounts sorts counts by their folded tags.
type tagCounts struct {
	all []store.TagCount
	of  []tagOf
}

// tagOf is a folded tag, and the index of the last item that has it.
type tagOf struct {
	folded string
	last   int
}

func (c tagCounts) from(i int) tagCounts { return tagCounts{c.all[i:], c.of[i:]} }

func (c tagCounts) Len() int { return len(c.all) }

func (c tagCounts) Less(i, j int) bool { return c.of[i].folded < c.of[j].folded }

func (c tagCounts) Swap(i, j int) {
	c.all[i], c.all[j] = c.all[j], c.all[i]
	c.of[i], c.of[j] = c.of[j], c.of[i]
}

// UIDs implements store.ItemReader.
func (r *reader) UIDs(set int64) (map[string]string, error) {
	const query = `SELECT iif(uid = '', id, uid), id FROM items WHERE set_key = ? ORDER BY gone, key`
	pairs, err := all(r, scanPair, query, set)
	if err != nil {
		return nil, err
	}
	items := make(map[string]string, len(pairs))
	for _, p := range pairs {
		if _, taken := items[p[0]]; !taken {
			items[p[0]] = p[1]
		}
	}
	return items, nil
}

func scanPair(row scanner) (p [2]string, err error) {
	err = row.Scan(&p[0], &p[1])
	return p, err
}

// LastOrder implements store.ItemReader.
func (r *reader) LastOrder(set int64) (order int64, err error) {
	const query = `SELECT coalesce(max(place), 0) FROM items WHERE set_key = ? AND place IS NOT NULL`
	err = r.one(query, args{set}, &order)
	return order, err
}
