package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/item"
)

// where tells where a place of an item of a list is.
func (r *run) where(e *engine.Engine) func(set, id string, p item.Place) (engine.Whereabouts, error) {
	return func(set, id string, p item.Place) (engine.Whereabouts, error) {
		found, err := e.Whereabouts(r.ctx, set, id, p)
		if err != nil {
			return engine.Whereabouts{}, err
		}
		return found[0], nil
	}
}

// whereIn is where for one list.
func (r *run) whereIn(e *engine.Engine, set string) func(id string, p item.Place) (engine.Whereabouts, error) {
	return func(id string, p item.Place) (engine.Whereabouts, error) { return r.where(e)(set, id, p) }
}
