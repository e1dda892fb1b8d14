package contentsync

import (
	"errors"
	"time"

	"crossfeed/engine/location"
)

// Of a download that is on its way least bytes have to come in every stretch: a server that
// lets one come now and then would keep others waiting for ever. It goes on with what came
// at the next run.
const (
	stretch = 5 * time.Minute
	least   = 30_000
)

// errSlow tells of a download in which next to nothing comes.
var errSlow = errors.New("next to nothing came in five minutes")

// pacing is how a download was when it was looked at last.
type pacing struct {
	end    func()
	looked time.Time
	came   int64
	// whole tells that all came; slow that it was ended.
	whole, slow bool
}

// watch ends downloads in which next to nothing comes.
func (f *flights) watch(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		p := &one.pacing
		came := one.Came - one.here
		switch {
		case p.whole || came == 0: // a person may be asked for a password
		case p.looked.IsZero() || now.Sub(p.looked) >= stretch && came-p.came >= least:
			p.looked, p.came = now, came
		case now.Sub(p.looked) >= stretch && !p.slow:
			p.slow = true
			p.end()
		}
	}
}

// over tells that all came: what is still to be done is not the server's.
func (f *flight) over() {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.whole = true
}

// failure is why a download ended.
func (f *flight) failure(err error) error {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	if err == nil || !f.slow {
		return err
	}
	return &location.Error{Trouble: location.Timeout, Address: location.Redact(f.Address), Err: errSlow}
}
