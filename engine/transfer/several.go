package transfer

import (
	"fmt"
	"path/filepath"

	"crossfeed/engine/record/exchange"
)

// Join makes one plan of those of several files, so that their import is one
// edit. What stands in two of the files is taken from the first. No plans make
// an empty one.
func Join(name string, plans ...*Plan) *Plan {
	joined := &Plan{Name: name}
	first := map[string]Planned{}
	for _, p := range plans {
		joined.Kind = p.Kind
		for _, e := range p.Entries {
			e.File = p.Name
			if before, there := first[e.ID]; there && e.ID != "" {
				e = e.again(before)
			} else {
				first[e.ID] = e
			}
			joined.Entries = append(joined.Entries, e)
		}
	}
	return joined
}

// again is an entry whose item an earlier file speaks of too.
func (e Planned) again(before Planned) Planned {
	e.Take = false
	if e.Content.Hash() == before.Content.Hash() {
		e.State, e.Fields, e.OtherData = Same, nil, false
		return e
	}
	e.Problems = append(e.Problems[:len(e.Problems):len(e.Problems)], exchange.Problem{
		Line: e.Line, Text: fmt.Sprintf("%s says something else of it: take only one of the two", filepath.Base(before.File)),
	})
	return e
}
