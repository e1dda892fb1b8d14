package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// factColumns are those of an item that its record decides on.
const factColumns = `facts, uid, open, day, parent, alarms, place`

// factValues are the values of factColumns.
func factValues(r store.Row) args {
	return args{encodeFacts(r.Facts), r.UID, r.Open(), store.Day(r.Due), r.Parent, r.Alarms, sql.NullInt64{Int64: r.Order, Valid: r.Ordered}}
}

// between stands between the parts of a text of facts: XML cannot hold it, so
// no part has it.
const between = "\x00"

// The facts that are either so or not, by their letters.
const (
	done, cancelled, ordered, alarms, repeats, feed = "d", "c", "o", "a", "r", "f"
)

// encodeFacts is the text of facts: a column each would make lists three times
// as slow to read.
func encodeFacts(f record.Facts) string {
	if f.Kind == record.Note {
		return ""
	}
	so := letter(done, f.Done) + letter(cancelled, f.Cancelled) + letter(ordered, f.Ordered) +
		letter(alarms, f.Alarms) + letter(repeats, f.Repeats) + letter(feed, f.Feed)
	parts := []string{string(f.Kind), f.UID, so, f.Due, f.Start, strconv.Itoa(f.Priority), strconv.FormatInt(f.Order, 10), f.Parent}
	return strings.Join(append(parts, f.Tags...), between)
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
	const fixed = 8
	p := strings.Split(text, between)
	if len(p) < fixed {
		return record.Facts{}, fmt.Errorf("reading facts: %d parts", len(p))
	}
	so := func(l string) bool { return strings.Contains(p[2], l) }
	f := record.Facts{
		Kind: record.Kind(p[0]), UID: p[1], Due: p[3], Start: p[4], Parent: p[7],
		Done: so(done), Cancelled: so(cancelled), Ordered: so(ordered), Alarms: so(alarms), Repeats: so(repeats), Feed: so(feed),
	}
	if len(p) > fixed {
		f.Tags = p[fixed:]
	}
	var errPriority, errOrder error
	f.Priority, errPriority = strconv.Atoi(p[5])
	f.Order, errOrder = strconv.ParseInt(p[6], 10, 64)
	return f, errors.Join(errPriority, errOrder)
}
