package engine

import (
	"sync"

	"crossfeed/engine/attach"
	"crossfeed/engine/location"
)

// awayPlaces are servers that went away while files were fetched: they are not asked for the
// next file.
type awayPlaces struct {
	mu  sync.Mutex
	why map[string]error
}

// ask asks the server of a feed, unless it is away.
func (p *awayPlaces) ask(feed string, do func() error) error {
	place := location.PlaceOf(feed)
	p.mu.Lock()
	err := p.why[place]
	p.mu.Unlock()
	if err != nil {
		return err
	}
	if err = do(); place != "" && attach.Away(err) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.why == nil {
			p.why = map[string]error{}
		}
		p.why[place] = err
	}
	return err
}
