package batch

import (
	"crossfeed/engine/conflicts"
	"crossfeed/ui/wording"
)

// line is a row of the list: a heading, or an item below it.
type line struct {
	// left means that the rule leaves the item to the person.
	left bool
	// row is the index of the item, or none for a heading.
	row int
}

const none = -1

func (l line) isHeading() bool { return l.row == none }

// linesOf returns the lines of rows: first those that the rule resolves, then those that it
// leaves to the person, each group below a heading.
func linesOf(rows []Row) []line {
	var lines []line
	for _, left := range []bool{false, true} {
		group := []line{{left, none}}
		for i, r := range rows {
			if (r.Session == nil) == left {
				group = append(group, line{left, i})
			}
		}
		if len(group) > 1 {
			lines = append(lines, group...)
		}
	}
	return lines
}

// text returns the text that typing ahead searches.
func (l line) text(rows []Row) string {
	if l.isHeading() {
		return groupText(l.left)
	}
	return wording.Title(rows[l.row].Title)
}

// isTaken reports whether saving resolves an item.
func (p *Page) isTaken(r Row) bool {
	if r.Session == nil {
		return false
	}
	if in, chosen := p.chosen[r.Ref]; chosen {
		return in
	}
	return !p.begun(r) && p.arrived[r.Ref] == asBefore
}

// begun reports whether the person has begun to resolve the item individually.
func (p *Page) begun(r Row) bool { return p.events.Begun != nil && p.events.Begun(r.Ref) }

// taken returns the plans that will be saved.
func (p *Page) taken() []conflicts.Planned {
	var all []conflicts.Planned
	for _, r := range p.rows {
		if p.isTaken(r) {
			all = append(all, r.Planned)
		}
	}
	return all
}

// able returns the number of items that the rule can resolve.
func (p *Page) able() int {
	n := 0
	for _, r := range p.rows {
		if r.Session != nil {
			n++
		}
	}
	return n
}

func groupText(left bool) string {
	if left {
		return wording.L("left-to-you", "Left to you")
	}
	return wording.L("will-be-resolved", "Will be resolved")
}

func groupHint(left bool) string {
	if left {
		return wording.L("the-rule-cannot-decide-these-enter", "The rule cannot decide these. Enter opens one.")
	}
	return wording.L("space-leaves-a-row-out-or", "Space leaves a row out or includes it, Enter opens it. Nothing is saved before you press Ctrl+Enter.")
}

// ofAll says how many of all are included.
func ofAll(n, all int) string {
	return wording.L("n-of-m", "{{.N}} of {{.M}}", wording.Data{"N": wording.Number(n), "M": wording.Number(all)})
}

// summary says how many conflicts will be resolved, and how many not.
func summary(resolved, left int) string {
	if resolved+left == 0 {
		return ""
	}
	text := wording.N("n-will-be-resolved", "{{.N}} will be resolved", resolved, wording.Data{"N": wording.Number(resolved)})
	if left == 0 {
		return text
	}
	return text + ", " + wording.N("n-are-left-to-you", "{{.N}} are left to you", left, wording.Data{"N": wording.Number(left)})
}

func quoted(title string) string {
	return wording.L("title-title", "“{{.Title}}”", wording.Data{"Title": wording.Title(title)})
}

// what describes what will happen to an item.
func (p *Page) what(r Row) string {
	text := r.Result
	if p.isTaken(r) {
		return text
	}
	if p.begun(r) {
		text = wording.L("you-have-begun-to-resolve-it", "you have begun to resolve it; {{.What}}", wording.Data{"What": text})
	}
	switch p.arrived[r.Ref] {
	case isNew:
		text = wording.L("new-what", "new; {{.What}}", wording.Data{"What": text})
	case isChanged:
		text = wording.L("changed-in-the-meantime-what", "changed in the meantime; {{.What}}", wording.Data{"What": text})
	}
	return text
}
