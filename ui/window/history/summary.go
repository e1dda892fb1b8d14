package history

import (
	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/wording"
)

// summary is what an update did.
type summary struct {
	what what
	// fields are the names of the changed fields, versions is the number of resolved versions.
	fields   []string
	versions int
}

type what int

const (
	unknown what = iota
	made
	changed
	removed
	restored
	resolved
	untouched
)

// summarize determines what an update did to the version that it was made from. The changed
// fields are known only if both versions were received.
func summarize(g ancestry.Graph, row int) summary {
	n := g.Nodes[row]
	from := updatedFrom(g, row)
	switch {
	case len(n.Parents) > 1:
		return summary{what: resolved, versions: len(n.Parents)}
	case n.Version == nil:
		return summary{}
	case from < 0 && n.Version.Updates == 1:
		return summary{what: made}
	case from < 0 || g.Nodes[from].Version == nil:
		return summary{what: withoutPast(n.Version)}
	}
	return between(g.Nodes[from].Version, n.Version)
}

// withoutPast determines what an update did if the version before is unknown.
func withoutPast(v *item.Version) what {
	if v.Deleted {
		return removed
	}
	return unknown
}

func between(before, after *item.Version) summary {
	switch {
	case after.Deleted && !before.Deleted:
		return summary{what: removed}
	case before.Deleted && !after.Deleted:
		return summary{what: restored}
	}
	if fields := differing(before, after); len(fields) > 0 {
		return summary{what: changed, fields: fields}
	}
	return summary{what: untouched}
}

// differing returns the names of the fields that differ between two versions.
func differing(before, after *item.Version) []string {
	var names []string
	if moved(before, after) {
		names = append(names, wording.Field(conflicts.Place))
	}
	if before.Content.Hash() == after.Content.Hash() {
		return names
	}
	left, right := read(before), read(after)
	for _, f := range record.FieldsOf(left.Kind, right.Kind) {
		if !f.Equal(left.Get(f.Name), right.Get(f.Name)) {
			names = append(names, wording.Field(f.Name))
		}
	}
	if left.Rest() != right.Rest() {
		names = append(names, wording.L("other-data", "Other data"))
	}
	return names
}

// moved reports whether two versions of an item in an outline have different positions.
func moved(before, after *item.Version) bool {
	if before == nil || after == nil {
		return false
	}
	from, to := conflicts.PlaceText(before.Place), conflicts.PlaceText(after.Place)
	return from != "" && to != "" && from != to
}

// summary returns what the update of a row did. It is computed when the row first comes into
// sight.
func (p *Page) summary(row int) summary {
	d, there := p.deeds[row]
	if !there {
		d = summarize(p.graph, row)
		p.deeds[row] = d
	}
	return d
}

// summaryText says who did what. Translations may turn the sentence round, so the endpoint is in
// the form that follows "by" (see wording.Speaker.By).
func (p *Page) summaryText(row int) string {
	by, d := p.graph.Nodes[row].Update.By, p.summary(row)
	data := wording.Data{"Who": p.speaker.By(by), "Fields": wording.And(d.fields), "N": d.versions}
	switch d.what {
	case made:
		return wording.L("created-by-who", "created by {{.Who}}", data)
	case changed:
		return wording.L("who-changed-fields", "{{.Who}} changed {{.Fields}}", data)
	case removed:
		return wording.L("who-deleted-it", "{{.Who}} deleted it", data)
	case restored:
		return wording.L("who-restored-it", "{{.Who}} restored it", data)
	case resolved:
		return wording.N("who-resolved-n-versions", "{{.Who}} resolved {{.N}} versions", d.versions, data)
	case untouched:
		return wording.L("who-changed-nothing-in-it", "{{.Who}} changed nothing in it", data)
	}
	return wording.L("who-changed-it", "{{.Who}} changed it", data)
}

// stateText describes the state of an update in a word or two; "" for an ordinary past one.
func stateText(n ancestry.Node) string {
	switch {
	case n.Role == ancestry.Winner:
		return wording.L("current-version", "current version")
	case n.Role == ancestry.Open:
		return wording.L("open-2", "open")
	case n.Earlier:
		return wording.L("older-not-shown", "older, not shown")
	case n.Version == nil:
		return wording.L("never-received", "never received")
	case n.Role == ancestry.Dropped:
		return wording.L("had-no-effect", "had no effect")
	}
	return ""
}

// sentence describes the update of a row in full.
func (p *Page) sentence(row int) string {
	n := p.graph.Nodes[row]
	text := p.summaryText(row)
	if at := n.Update.When.Time(); !at.IsZero() {
		text += " · " + p.speaker.Local(at)
		if p.remark(n) != ancestry.Ahead {
			text += " · " + p.speaker.Ago(at)
		}
	}
	if state := stateText(n); state != "" {
		text += " · " + state
	}
	if remark := wording.Remark(p.remark(n)); remark != "" {
		text += " · " + remark
	}
	return text
}

// remark returns what is wrong with the time of an update.
func (p *Page) remark(n ancestry.Node) ancestry.Remark {
	v := n.Version
	if v == nil {
		v = &item.Version{History: []item.History{n.Update}}
	}
	return ancestry.Clock(v, p.speaker.Now())
}
