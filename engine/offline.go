package engine

import "crossfeed/engine/location"

// offline tells whether all that failed did because this computer reaches no network. One
// that failed for a reason of its own is told of.
func offline(err error) bool { return onlyTroubles(err, location.Offline) }

// onlyTroubles tells whether an error is of places alone, and all of these troubles.
func onlyTroubles(err error, troubles ...location.Trouble) bool {
	all := placeErrors(err)
	if len(all) == 0 || len(all) < leaves(err) {
		return false
	}
	for _, e := range all {
		is := false
		for _, t := range troubles {
			is = is || e.Trouble == t
		}
		if !is {
			return false
		}
	}
	return true
}

// leaves counts the failures that an error joins.
func leaves(err error) (n int) {
	joined, is := err.(interface{ Unwrap() []error })
	if !is {
		return 1
	}
	for _, e := range joined.Unwrap() {
		n += leaves(e)
	}
	return n
}

// outOfReach gathers what may have failed because this computer is offline, though its
// network says something else: a router without a line answers that there are no names,
// or nothing at all. One server that cannot be reached is its own trouble; several at
// once, with none that answered, are this computer's.
type outOfReach struct {
	doubtful []doubt
	answered bool
}

// doubt is one of them: the index of its subscription, and what came of it.
type doubt struct {
	index   int
	host    string
	outcome outcome
}

// doubts keeps an outcome until all others came, where it tells nothing for sure.
func (o *outOfReach) doubts(index int, t toRead, out outcome) bool {
	host := location.PlaceOf(t.Location)
	switch {
	case host == "":
		return false
	case onlyTroubles(out.err, location.NoHost, location.Timeout, location.Offline) && !offline(out.err):
		o.doubtful = append(o.doubtful, doubt{index, host, out})
		return true
	case out.err == nil || !offline(out.err):
		o.answered = true
	}
	return false
}

// offline tells whether the doubtful ones failed because this computer is offline.
func (o *outOfReach) offline() bool {
	hosts := map[string]bool{}
	for _, d := range o.doubtful {
		hosts[d.host] = true
	}
	return !o.answered && len(hosts) > 1
}
