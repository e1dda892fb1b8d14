package exchange

import (
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// choose finds the list that the files go into.
func (p *Preview) choose(lists []engine.List) {
	taken := func(name string) bool {
		return slices.ContainsFunc(lists, func(l engine.List) bool { return location.SameName(l.Name, name) })
	}
	for _, l := range lists {
		if record.Kind(l.Kind) == p.Kind {
			p.Lists = append(p.Lists, l.Name)
		}
	}
	p.Name = free(nameOf(p.Paths[0]), taken)
	switch {
	case slices.Contains(p.Lists, p.Into):
	case p.Into == "" && slices.Contains(p.Lists, p.Near):
		p.Into = p.Near
	case p.Into == "" && len(p.Lists) > 0:
		p.Into = p.Lists[0]
	default:
		p.Into, p.New = p.Name, true
	}
}

// nameOf is the name that a list of a file's items gets.
func nameOf(path string) string {
	base := filepath.Base(path)
	name := strings.TrimSpace(strings.TrimSuffix(base, filepath.Ext(base)))
	if name == "" {
		return base
	}
	return name
}
