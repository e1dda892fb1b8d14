package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/store"
)

type itemHistory struct{ oneItem }

// archivedShape is a version in the archive, and when and from where it came.
type archivedShape struct {
	// Number is that by which item compare and item restore know it.
	Number int `json:"number"`
	itemShape
	SeenAt string `json:"seen_at"`
	From   string `json:"from"`
	// Role says what became of it: past, winner, open or dropped. MadeFrom
	// numbers the versions that it was made from, as far as they came here.
	Role     string `json:"role"`
	MadeFrom []int  `json:"made_from"`
}

// Run draws how an item came about, and lists its versions.
func (c itemHistory) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		all, err := e.Lineage(r.ctx, c.Set, c.ID, 0)
		if err != nil {
			return err
		}
		h := history{all}
		if r.flags.JSON {
			return r.json(h.shapes())
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.columns(append([][]string{{"", "NO.", "UPDATE", "CHANGED", "TITLE", "MADE FROM", "CAME FROM"}}, h.rows(person)...))
	})
}

// history is how an item came about, with its versions numbered from 1 in the
// order in which they came here: a number stays what it is.
type history struct{ engine.Lineage }

// number is that of a version, or 0.
func (h history) number(v *item.Version) int {
	if v == nil {
		return 0
	}
	return 1 + slices.IndexFunc(h.Archived, func(a store.Archived) bool { return a.Version.Same(v) })
}

// node is the node of a version, if it has one of its own.
func (h history) node(v *item.Version) (lineage.Node, bool) {
	i := slices.IndexFunc(h.Graph.Nodes, func(n lineage.Node) bool { return n.Version != nil && n.Version.Same(v) })
	if i < 0 {
		return lineage.Node{}, false
	}
	return h.Graph.Nodes[i], true
}

func (h history) shapes() []archivedShape {
	return append([]archivedShape{}, each(h.Archived, func(a store.Archived) archivedShape {
		shape := archivedShape{Number: h.number(a.Version), itemShape: describe(a.Version, true),
			SeenAt: instant(a.Seen.At), From: a.Seen.From, Role: roleNames[lineage.Past], MadeFrom: []int{}}
		if n, there := h.node(a.Version); there {
			shape.Role = roleNames[n.Role]
			shape.MadeFrom = append(shape.MadeFrom, h.parents(n)...)
		}
		return shape
	})...)
}

// parents are the numbers of the versions that a node was made from.
func (h history) parents(n lineage.Node) []int {
	var all []int
	for _, p := range n.Parents {
		if number := h.number(h.Graph.Nodes[p].Version); number > 0 {
			all = append(all, number)
		}
	}
	return all
}

// rows are the updates, the newest first, and then the versions that have no
// update of their own.
func (h history) rows(person func(string) string) [][]string {
	drawing := lineage.Lines(h.Graph)
	var rows [][]string
	listed := map[int]bool{}
	for i, n := range h.Graph.Nodes {
		number := h.number(n.Version)
		listed[number] = true
		rows = append(rows, append([]string{drawing[i]}, h.cells(number, n, person)...))
	}
	for i, a := range h.Archived {
		if number := i + 1; !listed[number] {
			rows = append(rows, append([]string{""}, h.cells(number, lineage.Node{Update: a.Version.Top(), Version: a.Version}, person)...))
		}
	}
	return rows
}

func (h history) cells(number int, n lineage.Node, person func(string) string) []string {
	when := n.Update.When.String()
	if when == "" {
		when = "at an unknown time"
	}
	changed := when + " by " + person(n.Update.By)
	if n.Version == nil {
		return []string{"-", strconv.Itoa(n.Update.Sequence), changed, "(never came here)", h.madeFrom(n), ""}
	}
	title := inOneLine(n.Version.Title()) + h.roleText(n)
	return []string{strconv.Itoa(number), strconv.Itoa(n.Version.Updates), changed, title, h.madeFrom(n), h.Archived[number-1].Seen.From}
}

func (h history) madeFrom(n lineage.Node) string {
	return strings.Join(each(h.parents(n), strconv.Itoa), ", ")
}

// roleText is what is unusual about a version, in words.
func (h history) roleText(n lineage.Node) string {
	var all []string
	if n.Version.Deleted {
		all = append(all, "deleted")
	}
	if h.moved(n) {
		all = append(all, "moved")
	}
	switch n.Role {
	case lineage.Winner:
		all = append(all, "now")
	case lineage.Open:
		all = append(all, "to settle")
	case lineage.Dropped:
		all = append(all, "led to nothing")
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", strings.Join(all, ", "))
}

// moved tells whether an update put an item of an ordered set elsewhere: no version
// that it was made from stood there.
func (h history) moved(n lineage.Node) bool {
	for _, p := range n.Parents {
		if v := h.Graph.Nodes[p].Version; v == nil || conflicts.PlaceText(v.Place) == conflicts.PlaceText(n.Version.Place) {
			return false
		}
	}
	return len(n.Parents) > 0 && conflicts.PlaceText(n.Version.Place) != ""
}

var roleNames = map[lineage.Role]string{lineage.Past: "past", lineage.Winner: "winner", lineage.Open: "open", lineage.Dropped: "dropped"}
