package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/item"
)

// where tells where places of an item of a list are.
func (r *run) where(e *engine.Engine) func(set, id string, places ...item.Place) ([]engine.Whereabouts, error) {
	return func(set, id string, places ...item.Place) ([]engine.Whereabouts, error) {
		return e.Whereabouts(r.ctx, set, id, places...)
	}
}

// whereIn is where for one list.
func (r *run) whereIn(e *engine.Engine, set string) func(id string, places ...item.Place) ([]engine.Whereabouts, error) {
	return func(id string, places ...item.Place) ([]engine.Whereabouts, error) {
		return r.where(e)(set, id, places...)
	}
}
