package detail

import (
	"maps"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// problems are those of values that come from outside or are typed. A picture is
// checked when it is chosen: doing it again with every key would be slow.
func problems(k record.Kind, v record.Values) []*record.ValueError {
	v = maps.Clone(v)
	delete(v, "picture")
	return record.Check(k, v)
}

// Check says beside each field what is wrong, and returns the fields that keep
// the item from being saved, in the order in which they are shown. What was wrong
// before a person came does not.
func (e *editor) Check() []string {
	now := record.Values{}
	for _, r := range e.rows {
		now[r.name] = r.resolved()
	}
	said, stops := map[string]string{}, map[string]bool{}
	for _, p := range problems(e.kind, now) {
		if said[p.Field] == "" {
			said[p.Field] = say.Problem(p.Problem)
		}
		stops[p.Field] = stops[p.Field] || !e.wrong[*p]
	}
	return e.mark(said, stops)
}

// mark shows what is wrong, and returns the fields that stop.
func (e *editor) mark(said map[string]string, stops map[string]bool) []string {
	var all []string
	resized := false
	for _, r := range e.rows {
		resized = r.remark.Say(said[r.name]) || resized
		if stops[r.name] {
			r.folded = false
			all = append(all, r.name)
		}
	}
	if e.page != nil && resized {
		e.page.draw()
	}
	return all
}

// Go moves the focus to a field.
func (e *editor) Go(name string) {
	for _, r := range e.rows {
		if r.name == name {
			widget.Focus(r.control.Focus(), e.object)
		}
	}
}
