package cli

import (
	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// resolutionShape is a conflict in machine-readable output: the item, its versions and the
// suggested result.
type resolutionShape struct {
	itemShape
	Situation string         `json:"situation"`
	Versions  []versionShape `json:"versions"`
	// Offered are reopened versions, which had been resolved before.
	Offered []itemShape `json:"offered,omitempty"`
	// Base is null if the base is unknown or merged. BaseMerged are the values of a merged
	// base, BaseUnknown says why there is no base, and BaseMissing names the updates that were
	// never received.
	Base        *itemShape     `json:"base"`
	BaseMerged  map[string]any `json:"base_merged,omitempty"`
	BaseUnknown string         `json:"base_unknown,omitempty"`
	BaseMissing []updateShape  `json:"base_missing,omitempty"`
	// Proposal are the suggested values, Result the values that saving would store. Open
	// fields have none.
	Proposal map[string]any `json:"proposal,omitempty"`
	Result   map[string]any `json:"result,omitempty"`
	// Suggestions are the values that --words gives suggested fields, Dropped the changes that
	// the result leaves out.
	Suggestions map[string]any `json:"suggestions,omitempty"`
	Dropped     []droppedShape `json:"dropped,omitempty"`
	// States gives the state of each field: merged (also if all versions agree), suggested
	// (open, with a suggestion that keeps all changes) or open.
	States map[string]string `json:"states"`
	// Reasons and Changed are about the fields that differ between versions. Versions are
	// given by number; the current one is 0.
	Reasons map[string]string `json:"reasons"`
	Changed map[string][]int  `json:"changed"`
	Open    []string          `json:"open"`
	Saves   savesShape        `json:"saves"`
}

// versionShape is a version to choose from.
type versionShape struct {
	Letter string `json:"letter"`
	Number int    `json:"number"`
	// Equal are the endpoints whose versions have equal content and share the number.
	Equal   []string `json:"equal,omitempty"`
	Own     bool     `json:"own"`
	Offered bool     `json:"offered"`
	Missing bool     `json:"missing"`
	Taken   bool     `json:"taken"`
	Locked  bool     `json:"locked"`
	Clock   string   `json:"clock"`
}

// savesShape describes what saving would do.
type savesShape struct {
	Update   int `json:"update"`
	Resolved int `json:"resolved"`
	Open     int `json:"open"`
	// Answered and Offered count reopened versions.
	Answered int  `json:"answered"`
	Offered  int  `json:"offered"`
	Deletes  bool `json:"deletes"`
}

func savesOf(o conflicts.Outcome) savesShape {
	return savesShape{Update: o.Update, Resolved: o.Resolved, Open: o.Open, Answered: o.Answered, Offered: o.Offered, Deletes: o.Deletes}
}

// describeAsked is describeItem with the conflicts that a person is asked about, numbered as
// for --take: version 1 comes first.
func describeAsked(s *conflicts.Session) itemShape {
	it := &item.Item{Winner: s.Item().Winner}
	for _, c := range s.Candidates()[1:] {
		if !c.Offered {
			it.Conflicts = append(it.Conflicts, c.Version)
		}
	}
	shape := describeItem(it, true)
	shape.Conflict = true
	return shape
}

// describeResolution returns the item and the state of a session.
func (r *run) describeResolution(s *conflicts.Session) resolutionShape {
	shape := resolutionShape{
		itemShape: describeAsked(s),
		Situation: situationNames[s.Situation()],
		States:    map[string]string{}, Reasons: map[string]string{}, Changed: map[string][]int{},
		Open:  append([]string{}, s.Open()...),
		Saves: savesOf(s.Outcome()),
	}
	shape.describeBase(s)
	for _, c := range s.Candidates() {
		shape.Versions = append(shape.Versions, r.describeVersion(c))
		if c.Offered {
			shape.Offered = append(shape.Offered, describe(c.Version, true))
		}
	}
	for _, c := range s.Cells() {
		shape.States[c.Field] = c.State().String()
		if !c.Alike {
			shape.Reasons[c.Field] = reasonNames[c.Reason]
			shape.Changed[c.Field] = append([]int{}, c.Changed...)
		}
	}
	return shape
}

// updateShape is an update in machine-readable output.
type updateShape struct {
	Sequence int    `json:"sequence"`
	By       string `json:"by"`
}

func (shape *resolutionShape) describeBase(s *conflicts.Session) {
	base := s.Base()
	switch {
	case base.Known():
		b := describe(base.Version, true)
		shape.Base = &b
	case base.Merged():
		shape.BaseMerged = map[string]any{}
		for _, c := range s.Cells() {
			if c.HasBase && c.Field != conflicts.Other {
				shape.BaseMerged[c.Field] = jsonValue(c.Form, c.Base)
			}
		}
	default:
		shape.BaseUnknown = unknownNames[base.Unknown]
	}
	for _, h := range base.Missing {
		shape.BaseMissing = append(shape.BaseMissing, updateShape{h.Sequence, h.By})
	}
}

func (r *run) describeVersion(c conflicts.Candidate) versionShape {
	var equal []string
	for _, v := range c.Equal {
		equal = append(equal, v.Top().By)
	}
	return versionShape{
		Equal: equal, Letter: c.Letter, Number: c.Number, Own: c.Own, Offered: c.Offered, Missing: c.Missing,
		Taken: c.Taken, Locked: c.Locked, Clock: clockNames[ancestry.Clock(c.Version, r.clock().Now())],
	}
}

// results returns the values of the fields that are not open.
func results(s *conflicts.Session) map[string]any {
	values := map[string]any{}
	for _, c := range s.Cells() {
		switch {
		case c.Open, c.Form == record.Files && c.Result == "":
		case c.Field == conflicts.Other:
			values[c.Field] = c.From
		default:
			values[c.Field] = jsonValue(c.Form, c.Result)
		}
	}
	return values
}

// The names of reasons, situations and the like in machine-readable output.
var (
	reasonNames = map[merge.Reason]string{
		merge.Alike: "alike", merge.OneSided: "one-sided", merge.SameChange: "same-change", merge.United: "united",
		merge.Merged: "woven", merge.Collision: "collision", merge.NoBase: "no-base", merge.Follows: "follows",
	}
	unknownNames = map[ancestry.Unknown]string{
		ancestry.NotSearched: "not-looked", ancestry.Apart: "apart", ancestry.Cut: "cut", ancestry.NeverSeen: "never-seen",
	}
	situationNames = map[conflicts.Situation]string{
		conflicts.Ordinary: "ordinary", conflicts.EditAgainstDeletion: "edit-against-deletion", conflicts.OnlyVolatile: "only-volatile",
		conflicts.OnlyOther: "only-other", conflicts.ResolvedApart: "resolved-apart", conflicts.Circle: "circle",
		conflicts.Orphaned: "orphaned", conflicts.Marked: "marked",
	}
	clockNames = map[ancestry.Remark]string{ancestry.Ahead: "ahead", ancestry.Behind: "behind", ancestry.Timeless: "timeless"}
)
