package trust

import "crossfeed/engine/item"

// Own has what is needed to check which updates of an item this endpoint made.
type Own struct {
	// By is the endpoint's identifier.
	By string
	// Counted reports whether only the newest entry of a history has a number of its own, and
	// the others are numbered by their index (SSE 0.91 §2.5): another program may have removed
	// one. Only By and When identify the others.
	Counted bool
	// Made returns the versions of the item that this endpoint ever had, whatever their
	// source: both its own ones and those that the user accepted. It is only called if a
	// history contains an update by this endpoint that the local item does not contain.
	Made func() []*item.Version
}

// claim is an update that a history ascribes to this endpoint.
type claim struct {
	item.History
	// counted reports whether its sequence is only derived from its index.
	counted bool
}

// forged returns the alarm about updates in the histories of an item that are ascribed to this
// endpoint but that it never made.
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

// claims returns the updates by this endpoint in the histories of versions, each once.
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

// unless returns the claims that none of the versions contains.
func (o Own) unless(all []claim, versions []*item.Version) (left []claim) {
	if len(all) == 0 {
		return nil
	}
	told := o.changesIn(versions)
	for _, c := range all {
		if !told[c.key()] {
			left = append(left, c)
		}
	}
	return left
}

// changesIn returns the updates by this endpoint that versions contain, by both of their keys.
func (o Own) changesIn(versions []*item.Version) map[key]bool {
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

// key identifies an update of an endpoint: by number and time, or by time alone.
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
