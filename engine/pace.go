package engine

import "time"

// A reading tells of its progress after so many items or so long a time,
// whichever is first: often enough to be seen, too seldom to slow it down.
const (
	paceItems = 250
	paceTime  = 100 * time.Millisecond
)

// pace passes on progress, but not every step.
type pace struct {
	clock Clock
	tell  func(Progress)
	now   Progress
	told  time.Time
}

// begin tells which subscription comes next.
func (p *pace) begin(subscription string) {
	p.now.Subscription = subscription
	p.say()
}

// item tells that one item more was read.
func (p *pace) item() {
	p.now.Items++
	if p.now.Items%paceItems == 0 || p.clock.Now().Sub(p.told) >= paceTime {
		p.say()
	}
}

func (p *pace) say() {
	if p.tell != nil {
		p.told = p.clock.Now()
		p.tell(p.now)
	}
}
