package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"crossfeed/engine"
	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/display"
)

type itemHistory struct{ oneItem }

// archivedShape is an archived version, with when and from where it was received.
type archivedShape struct {
	// Number identifies it in item compare and item restore.
	Number int `json:"number"`
	itemShape
	SeenAt string `json:"seen_at"`
	From   string `json:"from"`
	// Role is past, winner, open or dropped. MadeFrom are the numbers of the versions that it
	// is based on, as far as they were received.
	Role     string `json:"role"`
	MadeFrom []int  `json:"made_from"`
}

// Run draws the history of an item, and lists its versions.
func (c itemHistory) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		all, err := e.Conflicts.History(r.ctx, c.List, c.ID, 0)
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
		return r.columns(append([][]string{{"", "NO.", "UPDATE", "CHANGED", "TITLE", "BASED ON", "RECEIVED FROM"}}, h.rows(person)...))
	})
}

// history is the history of an item. Its versions are numbered from 1 in the order in which
// they were received, so that numbers never change.
type history struct{ conflicts.History }

// number returns the number of a version, or 0.
func (h history) number(v *item.Version) int {
	if v == nil {
		return 0
	}
	return 1 + slices.IndexFunc(h.Archived, func(a store.Archived) bool { return a.Version.Same(v) })
}

// node returns the graph node of a version, if it has one.
func (h history) node(v *item.Version) (ancestry.Node, bool) {
	i := slices.IndexFunc(h.Graph.Nodes, func(n ancestry.Node) bool { return n.Version != nil && n.Version.Same(v) })
	if i < 0 {
		return ancestry.Node{}, false
	}
	return h.Graph.Nodes[i], true
}

func (h history) shapes() []archivedShape {
	return append([]archivedShape{}, each(h.Archived, func(a store.Archived) archivedShape {
		shape := archivedShape{Number: h.number(a.Version), itemShape: describe(a.Version, true),
			SeenAt: instant(a.Seen.At), From: a.Seen.From, Role: roleNames[ancestry.Past], MadeFrom: []int{}}
		if n, there := h.node(a.Version); there {
			shape.Role = roleNames[n.Role]
			shape.MadeFrom = append(shape.MadeFrom, h.parents(n)...)
		}
		return shape
	})...)
}

// parents returns the numbers of the versions that a node is based on.
func (h history) parents(n ancestry.Node) []int {
	var all []int
	for _, p := range n.Parents {
		if number := h.number(h.Graph.Nodes[p].Version); number > 0 {
			all = append(all, number)
		}
	}
	return all
}

// rows returns the updates, the newest first, and then the versions without a node of their
// own.
func (h history) rows(person func(string) string) [][]string {
	drawing := ancestry.Lines(h.Graph)
	var rows [][]string
	listed := map[int]bool{}
	for i, n := range h.Graph.Nodes {
		number := h.number(n.Version)
		listed[number] = true
		rows = append(rows, append([]string{drawing[i]}, h.cells(number, n, person)...))
	}
	for i, a := range h.Archived {
		if number := i + 1; !listed[number] {
			rows = append(rows, append([]string{""}, h.cells(number, ancestry.Node{Update: a.Version.Top(), Version: a.Version}, person)...))
		}
	}
	return rows
}

func (h history) cells(number int, n ancestry.Node, person func(string) string) []string {
	changed := timed(n.Update.When.String(), person(n.Update.By))
	if n.Version == nil {
		return []string{"-", strconv.Itoa(n.Update.Sequence), changed, "(never received)", h.madeFrom(n), ""}
	}
	title := begun(inOneLine(n.Version.Title()), display.Longest) + h.roleText(n)
	return []string{strconv.Itoa(number), strconv.Itoa(n.Version.Updates), changed, title, h.madeFrom(n), h.Archived[number-1].Seen.From}
}

func (h history) madeFrom(n ancestry.Node) string {
	return strings.Join(each(h.parents(n), strconv.Itoa), ", ")
}

// roleText returns what is unusual about a version, in words.
func (h history) roleText(n ancestry.Node) string {
	var all []string
	if n.Version.Deleted {
		all = append(all, "deleted")
	}
	if h.moved(n) {
		all = append(all, "moved")
	}
	switch n.Role {
	case ancestry.Winner:
		all = append(all, "current")
	case ancestry.Open:
		all = append(all, "in conflict")
	case ancestry.Dropped:
		all = append(all, "had no effect")
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", strings.Join(all, ", "))
}

// moved reports whether an update moved an item of an outline: its position differs from those
// of all the versions that it is based on.
func (h history) moved(n ancestry.Node) bool {
	for _, p := range n.Parents {
		if v := h.Graph.Nodes[p].Version; v == nil || conflicts.PlaceText(v.Place) == conflicts.PlaceText(n.Version.Place) {
			return false
		}
	}
	return len(n.Parents) > 0 && conflicts.PlaceText(n.Version.Place) != ""
}

var roleNames = map[ancestry.Role]string{ancestry.Past: "past", ancestry.Winner: "winner", ancestry.Open: "open", ancestry.Dropped: "dropped"}

type itemCompare struct {
	oneItem
	Left  int `arg:"" name:"n" help:"Number of the version in item history."`
	Right int `arg:"" name:"m" help:"Number of the version to compare it with."`
}

// comparedShape is two versions in machine-readable output.
type comparedShape struct {
	Left    itemShape `json:"left"`
	Right   itemShape `json:"right"`
	Changed []string  `json:"changed"`
}

func (c itemCompare) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		left, err := c.numbered(r, e, c.Left)
		if err != nil {
			return err
		}
		right, err := c.numbered(r, e, c.Right)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(comparedShape{describe(left, true), describe(right, true), differing(left, right)})
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return c.write(r, left, right, words{person, positionsOf(r.whereIn(e, c.List), left, right)})
	})
}

// words has the names of endpoints, and the positions of versions in words.
type words struct {
	person   func(string) string
	position func(*item.Version) string
}

func (c itemCompare) write(r *run, left, right *item.Version, in words) error {
	if err := r.columns([][]string{versionCells("-", c.Left, left, in.person), versionCells("+", c.Right, right, in.person)}); err != nil {
		return err
	}
	names := slices.DeleteFunc(differing(left, right), func(name string) bool {
		return name == conflicts.Place && in.position(left) == in.position(right) // same position, another sort key
	})
	for _, name := range names {
		if err := r.lines(append([]string{"", name}, drawRows(in.compareField(left, right, name))...)); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		return r.print("\nno differences")
	}
	return nil
}

func versionCells(sign string, number int, v *item.Version, person func(string) string) []string {
	return []string{sign, "version " + strconv.Itoa(number), timed(v.Top().When.String(), person(v.Top().By)), state(v.Deleted, 0)}
}

// otherData is the pseudo-field that stands for all data not shown by any field.
const otherData = "other data"

// differing returns the names of the fields in which versions differ. Every field of a deleted
// version is empty.
func differing(left, right *item.Version) []string {
	names := []string{}
	l, r := record.Read(left.Content), record.Read(right.Content)
	for _, f := range record.FieldsOf(l.Kind, r.Kind) {
		was, is := fieldValue(left, f.Name), fieldValue(right, f.Name)
		if was != is && !(f.Merge == record.MergeSet && f.Equal(was, is)) {
			names = append(names, f.Name)
		}
	}
	if placeOf(left) != placeOf(right) {
		names = append(names, conflicts.Place)
	}
	if !left.Deleted && !right.Deleted && record.Rest(left.Content) != record.Rest(right.Content) {
		names = append(names, otherData)
	}
	return names
}

// compareField compares a field of two versions.
func (in words) compareField(left, right *item.Version, name string) []merge.Row {
	if name == otherData {
		return merge.Text(record.Rest(left.Content), record.Rest(right.Content))
	}
	if name == conflicts.Place {
		return merge.Set([]string{in.position(left)}, []string{in.position(right)})
	}
	l, r := fieldValue(left, name), fieldValue(right, name)
	kinds := []record.Kind{record.Read(left.Content).Kind, record.Read(right.Content).Kind}
	fields := record.FieldsOf(kinds...)
	i := slices.IndexFunc(fields, func(f record.Field) bool { return f.Name == name })
	switch form := fields[i].Form; {
	case form == record.Files:
		return merge.Set(elements(record.BriefFiles(l)), elements(record.BriefFiles(r)))
	case form.Rows():
		return merge.Set(elements(l), elements(r))
	}
	return merge.Text(l, r)
}

// placeOf returns the position of a version in an outline, or "" if the version is deleted.
func placeOf(v *item.Version) string {
	if v.Deleted {
		return ""
	}
	return conflicts.PlaceText(v.Place)
}

// positionsOf returns a function that describes the positions of two versions of an item in the
// current list, or "" if they have none.
func positionsOf(where func(string, ...item.Place) ([]lists.Position, error), left, right *item.Version) func(*item.Version) string {
	at := sync.OnceValue(func() map[*item.Version]string {
		found, err := where(left.ID, left.Place, right.Place)
		if err != nil {
			return map[*item.Version]string{left: "in " + left.Place.Parent, right: "in " + right.Place.Parent}
		}
		return map[*item.Version]string{left: positionWords(found[0]), right: positionWords(found[1])}
	})
	return func(v *item.Version) string {
		if placeOf(v) == "" {
			return ""
		}
		return at()[v]
	}
}

// fieldValue returns the value of a field of a version; "" if the version is deleted.
func fieldValue(v *item.Version, name string) string {
	if v.Deleted {
		return ""
	}
	return record.Read(v.Content).Get(name)
}

// drawRows renders a text difference: "-" before lines of the left text, "+" before lines of
// the right text, and differences within a line in brackets.
func drawRows(rows []merge.Row) []string {
	return differenceLines(rows, drawRow, func(lines string) []string { return []string{"    … " + lines} })
}

func drawRow(row merge.Row) []string {
	if row.Kind == merge.Equal {
		return []string{strings.TrimRight("    "+sideText(row.Left), " ")}
	}
	var all []string
	if row.Left.Number > 0 {
		all = append(all, "  - "+sideText(row.Left))
	}
	if row.Right.Number > 0 {
		all = append(all, "  + "+sideText(row.Right))
	}
	return all
}
