package engine

import (
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// outdone is the greatest sequence that an update of ours goes beyond. Beyond numbers near
// the last one of all there is no room left (item.MaxCount).
const outdone = item.MaxCount / 2

// claimed is the greatest sequence that was used for an item in our name, and refused by a
// person; 0 where there is none.
func (t *transaction) claimed(set int64, id string) (int, error) {
	if claims, known := t.claims[set]; known {
		return claims[id], nil
	}
	all, err := t.Suspects(set)
	if err != nil {
		return 0, err
	}
	claims := map[string]int{}
	for _, s := range all {
		for _, a := range s.Alarms {
			if s.State == store.Refused && a.Kind == trust.Forged && a.Sequence <= outdone {
				claims[s.ID] = max(claims[s.ID], a.Sequence)
			}
		}
	}
	if t.claims == nil {
		t.claims = map[int64]map[string]int{}
	}
	t.claims[set] = claims
	return claims[id], nil
}
