package snapshot

import (
	"slices"
	"strings"
)

// Sort is the order of rows.
type Sort string

// Orders of rows. Where rows are alike in one they stand as by hand.
const (
	// ByHand is the order that a person gave; what has none comes last, as it
	// came.
	ByHand Sort = ""
	// ByDue puts first what is due first, and last what is never due.
	ByDue Sort = "due"
	// ByPriority puts the highest first.
	ByPriority Sort = "priority"
	// ByTitle is the order of the alphabet.
	ByTitle Sort = "title"
	// ByChange puts first what was changed last.
	ByChange Sort = "change"
)

// Sorts lists the orders as a menu shows them.
func Sorts() []Sort { return []Sort{ByHand, ByDue, ByPriority, ByTitle, ByChange} }

// Group is what rows stand together by, under headings.
type Group string

// Ways to group rows.
const (
	Ungrouped  Group = ""
	GroupByDue Group = "due"
	GroupByTag Group = "tag"
)

// Groups lists the ways to group as a menu shows them.
func Groups() []Group { return []Group{Ungrouped, GroupByDue, GroupByTag} }

// Arrangement is how the rows of a place are shown.
type Arrangement struct {
	Sort  Sort
	Group Group
	// HideDone leaves out what is done or cancelled.
	HideDone bool
}

// hideDone is the last word of the text form.
const hideDone = "hide-done"

// String is the text that ParseArrangement reads.
func (a Arrangement) String() string {
	words := []string{"sort=" + string(a.Sort), "group=" + string(a.Group)}
	if a.HideDone {
		words = append(words, hideDone)
	}
	return strings.Join(words, " ")
}

// ParseArrangement reads an arrangement that was kept. What it does not know,
// perhaps of a later Crossfeed, it leaves as it is without.
func ParseArrangement(text string) Arrangement {
	var a Arrangement
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case name == "sort" && slices.Contains(Sorts(), Sort(value)):
			a.Sort = Sort(value)
		case name == "group" && slices.Contains(Groups(), Group(value)):
			a.Group = Group(value)
		case name == hideDone:
			a.HideDone = true
		}
	}
	return a
}
