package engine

import (
	"sync"
	"time"
)

// A reading tells of its progress after so many items or so long a time,
// whichever is first: often enough to be seen, too seldom to slow it down.
const (
	paceItems = 250
	paceTime  = 100 * time.Millisecond
)

// pace passes on progress, but not every step. Several goroutines may tell it.
type pace struct {
	clock Clock
	tell  func(Progress)

	mu   sync.Mutex
	now  Progress
	told time.Time
}

// reading tells that a subscription is being fetched.
func (p *pace) reading(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading++
		return true
	})
}

// arriving is told of the bytes that came of one document after another, each time of all
// of the document so far.
func (p *pace) arriving(subscription string) func(int64) {
	var last int64
	return func(far int64) {
		if far < last {
			last = 0 // another document
		}
		more := far - last
		last = far
		p.step(func(now *Progress) bool {
			now.Subscription = subscription
			now.Bytes += more
			return false
		})
	}
}

// item tells that one item more was read.
func (p *pace) item(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Items++
		return now.Items%paceItems == 0
	})
}

// done tells that a subscription is read.
func (p *pace) done(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading--
		now.Done++
		return true
	})
}

// publishing tells that all are read.
func (p *pace) publishing() {
	p.step(func(now *Progress) bool {
		now.Subscription = ""
		return true
	})
}

// step changes the progress, and tells it where that is worth it, or due.
func (p *pace) step(change func(*Progress) (tell bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	worth := change(&p.now)
	if p.tell == nil {
		return
	}
	if now := p.clock.Now(); worth || now.Sub(p.told) >= paceTime {
		p.told = now
		p.tell(p.now)
	}
}
