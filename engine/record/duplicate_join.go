package record

import (
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Join returns the fields of a contact merged from two: both sets, and both texts unless one
// contains the other. For fields with a single value, keep wins unless it is empty.
// Differences lists the values that are lost.
func Join(keep, other Record) Values {
	v := make(Values, len(contactFields))
	for _, f := range contactFields {
		v[f.Name] = f.join(keep.Get(f.Name), other.Get(f.Name))
	}
	return v
}

// Differences returns the names of single-value fields in which two contacts differ, so that
// somebody has to choose.
func Differences(a, b Record) []string {
	var names []string
	for _, f := range contactFields {
		if f.Merge == MergeOne && f.disagree(a.Get(f.Name), b.Get(f.Name)) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (f Field) disagree(a, b string) bool {
	if f.Form == Birthday && sameBirthday(a, b) {
		return false
	}
	return a != "" && b != "" && !exchange.Alike(a, b)
}

func (f Field) join(keep, other string) string {
	switch {
	case keep == "" || other == "":
		return keep + other
	case f.Form == Words:
		return joinTags(keep, other)
	case f.Merge == MergeSet:
		return joinEntries(keep, other, sameness[f.Name])
	case f.Merge == MergeText:
		return joinTexts(keep, other)
	case f.Form == Birthday && sameBirthday(keep, other):
		return fuller(keep, other)
	}
	return keep
}

func joinTexts(keep, other string) string {
	switch {
	case strings.Contains(keep, strings.TrimSpace(other)):
		return keep
	case strings.Contains(other, strings.TrimSpace(keep)):
		return other
	}
	return strings.TrimRight(keep, "\n") + "\n\n" + strings.TrimLeft(other, "\n")
}

func joinTags(keep, other string) string {
	all := ParseTags(keep)
	for _, tag := range ParseTags(other) {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return FormatTags(all)
}

// sameness maps fields to functions that normalise values, so that different spellings of the
// same value compare equal.
var sameness = map[string]func(string) string{
	"emails": strings.ToLower,
	"phones": strings.NewReplacer(" ", "", "-", "", ".", "", "/", "", "(", "", ")", "").Replace,
}

// joinEntries merges two sets. The types of equal values are merged; equal values with
// different labels remain separate entries.
func joinEntries(keep, other string, essence func(string) string) string {
	all, _ := ParseEntries(keep) // formatted by Get
	more, _ := ParseEntries(other)
	if essence == nil {
		essence = func(value string) string { return value }
	}
	hasFirst := slices.ContainsFunc(all, func(e Entry) bool { return e.Preferred })
	for _, e := range more {
		e.Preferred = e.Preferred && !hasFirst
		i := slices.IndexFunc(all, func(k Entry) bool { return essence(k.Value) == essence(e.Value) && k.accepts(e) })
		if i < 0 {
			all = append(all, e)
			continue
		}
		all[i].absorb(e)
	}
	return FormatEntries(all)
}

// accepts reports whether two entries with the same value can be merged: an entry can have
// only one label.
func (e Entry) accepts(o Entry) bool { return e.Label == "" || o.Label == "" || e.Label == o.Label }

func (e *Entry) absorb(o Entry) {
	e.Types = slices.Concat(e.Types, o.Types)
	e.Preferred = e.Preferred || o.Preferred
	if e.Label == "" {
		e.Label = o.Label
	}
	e.tidy()
}
