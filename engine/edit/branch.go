package edit

// Branch lists an item and all that is in it, at any depth: the live ones, each
// before those in it. What is in a tombstone is in what that is in.
func (w Work) Branch(id string) (live []string, err error) {
	seen := map[string]bool{id: true}
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if !it.Winner.Deleted {
		live = append(live, id)
	}
	for inside := []string{id}; len(inside) > 0; inside = inside[1:] {
		some, err := w.Store.PlacesIn(w.Set, inside[0])
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			if seen[p.ID] {
				continue
			}
			seen[p.ID] = true
			inside = append(inside, p.ID)
			if !p.Deleted {
				live = append(live, p.ID)
			}
		}
	}
	return live, nil
}
