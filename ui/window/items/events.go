package items

import (
	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// Events are what a person does in the pane.
type Events struct {
	// Add is called with the values of a new item, and what was typed for them.
	Add func(v record.Values, typed string)
	// Search is called with what is searched for; "" ends the search.
	Search func(text string)
	// Item is called when a person marked an item, Entered when Enter is
	// pressed on it.
	Item, Entered func(snapshot.Row)
	// Do is called with what is to be done with items.
	Do func(Action, []snapshot.Row)
	// Import is called when a file shall come into a list.
	Import func()
	// Export is called when items shall go into a file.
	Export func([]snapshot.Row)
	// Fold is called when the subtasks of an item shall be shown, or not.
	Fold func(it place.Item, folded bool)
	// Arrange is called when the place shall be shown in another order.
	Arrange func(snapshot.Arrangement)
	// Place is called when items shall stand by hand after another one, or
	// first where that is the zero Item.
	Place func(items []place.Item, after place.Item)
	// Put is called when outlines shall go to another place of their tree, Branches
	// when other branches of it shall be open.
	Put      func(outline.Move)
	Branches func(outline.Branches)
	// Away is called while rows are dragged outside of the pane, with where the pointer is
	// in the window, and once more when they are let go there, and reports whether they
	// can be; Back is called when they are no longer outside.
	Away func(rows []snapshot.Row, at fyne.Position, dropped bool) bool
	Back func()
	// HasDraft tells whether an item has changes that are not saved.
	HasDraft func(place.Item) bool
}

// Action is something that is done with one or several items.
type Action struct {
	Verb Verb
	// Value is the list of MoveTo and CopyTo, the priority of SetPriority, the
	// date of SetDue, the tags of ChangeTags, and how the todo is called (its UID,
	// or the identifier of its item) of SetPartOf, the identifier of the outline of
	// PutInto; "" takes a value off, or is the top level.
	Value string
	// Without are the tags that ChangeTags takes off.
	Without string
}

// Verb is the sort of an action.
type Verb int

// What can be done with items.
const (
	Complete Verb = iota
	Reopen
	Delete
	Restore
	SetPriority
	SetDue
	ChangeTags
	MoveTo
	CopyTo
	SetPartOf
	PutInto
	// Make makes records of notes, of the kind that is the value.
	Make
)
