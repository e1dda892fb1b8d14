package subscribe

import (
	"context"

	"crossfeed/engine/fetch"
	"crossfeed/engine/transport"
)

// note stores the result of a refresh.
func (s *Run) note(ctx context.Context, i int, o outcome, offline bool) error {
	if offline {
		s.reports[i].Error, s.reports[i].Err, s.reports[i].Offline = "", nil, true
	}
	return s.noteHealth(ctx, s.todo[i], o, offline)
}

// noteOutOfReach stores the results of the doubtful failures. This computer is considered
// offline if none of several servers could be reached.
func (s *Run) noteOutOfReach(ctx context.Context) error {
	offline := s.out.offline()
	for _, d := range s.out.doubtful {
		if err := s.note(ctx, d.index, d.outcome, offline); err != nil {
			return err
		}
	}
	return nil
}

// outOfReach collects failures that may mean that this computer is offline, although its
// network reports something else: a router without a connection answers that host names do not
// exist, or does not answer at all. If one server cannot be reached, the server is at fault;
// if several cannot and none answers, this computer is offline.
type outOfReach struct {
	doubtful []doubt
	answered bool
}

// doubt is such a failure: the index of its subscription, its host and its outcome.
type doubt struct {
	index   int
	host    string
	outcome outcome
}

// doubts holds back an outcome that is not conclusive until all others are known.
func (o *outOfReach) doubts(index int, t toRead, out outcome) bool {
	host := transport.PlaceOf(t.Location)
	switch {
	case host == "":
		return false
	case fetch.Only(out.err, transport.NoHost, transport.Timeout, transport.Offline) && !fetch.Offline(out.err):
		o.doubtful = append(o.doubtful, doubt{index, host, out})
		return true
	case out.err == nil || !fetch.Offline(out.err):
		o.answered = true
	}
	return false
}

// offline reports whether the doubtful failures are because this computer is offline.
func (o *outOfReach) offline() bool {
	hosts := map[string]bool{}
	for _, d := range o.doubtful {
		hosts[d.host] = true
	}
	return !o.answered && len(hosts) > 1
}
