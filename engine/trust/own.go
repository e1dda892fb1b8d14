package trust

import "crossfeed/engine/item"

// Own tells what this endpoint did to an item.
type Own struct {
	// By is its identifier.
	By string
	// Counted tells that only the newest entry of a history has a number of its own, and
	// the others are numbered by their place in it (SSE 0.91 §2.5): another program may
	// have cut one out. Of those By and When alone say which update it is.
	Counted bool
	// Made are versions of the item that this endpoint ever had, wherever they came
	// from: what it made is among them, and what a person accepted. It is asked only
	// where a history tells of an update by this endpoint that the item here does not.
	Made func() []*item.Version
}

// claim is an update that somebody ascribes to this endpoint.
type claim struct {
	item.History
	// counted tells that its sequence is only counted.
	counted bool
}

// forged is the alarm about the updates in the histories of an item that this endpoint
// never made.
func (o Own) forged(local, incoming *item.Item) (Alarm, bool) {
	never := o.unless(o.claims(incoming.Versions()), versionsOf(local))
	if len(never) > 0 && o.Made != nil {
		never = o.unless(never, o.Made())
	}
	if len(never) == 0 {
		return Alarm{}, false
	}
	most := never[0]
	for _, c := range never {
		if c.Sequence > most.Sequence {
			most = c
		}
	}
	return Alarm{Kind: Forged, Sequence: most.Sequence, When: most.When.String(), Number: len(never)}, true
}

// claims are the updates by this endpoint in the histories of versions, each once.
func (o Own) claims(versions []*item.Version) (all []claim) {
	if o.By == "" {
		return nil
	}
	found := map[key]bool{}
	for _, v := range versions {
		for i := range v.History {
			if v.History[i].By != o.By {
				continue
			}
			c := claim{v.History[i], o.Counted && i > 0}
			if !found[c.key()] {
				found[c.key()], all = true, append(all, c)
			}
		}
	}
	return all
}

// unless are those of the claims that no version tells of.
func (o Own) unless(all []claim, versions []*item.Version) (left []claim) {
	if len(all) == 0 {
		return nil
	}
	told := o.told(versions)
	for _, c := range all {
		if !told[c.key()] {
			left = append(left, c)
		}
	}
	return left
}

// told are the updates by this endpoint that versions tell of, by both of their keys.
func (o Own) told(versions []*item.Version) map[key]bool {
	found := map[key]bool{}
	for _, v := range versions {
		for _, h := range v.History {
			if h.By == o.By {
				found[claim{h, false}.key()] = true
				found[claim{h, true}.key()] = true
			}
		}
	}
	return found
}

// key is what tells one update of an endpoint from another: number and time, or the time
// alone.
type key struct {
	sequence int
	seconds  int64
	nanos    int
	timed    bool
}

func (c claim) key() key {
	k := key{sequence: c.Sequence}
	if c.counted {
		k.sequence = 0
	}
	if c.When.Present() {
		t := c.When.Time()
		k.seconds, k.nanos, k.timed = t.Unix(), t.Nanosecond(), true
	}
	return k
}
