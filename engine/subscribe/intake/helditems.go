package intake

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// holdAlarming quarantines the items that were removed from the news, and finds the items that
// no longer need to be held.
func (r *reading) holdAlarming(now store.Reader, out []*arrival, all []store.HeldItem, known decisions) error {
	waiting := r.waitingOf(all)
	r.result.Skipped += len(out)
	for _, a := range out {
		id, mark := a.Item.ID(), Mark(a.asItCame())
		if known.made[decision{id, mark}].State == store.Refused {
			r.result.Refused++
			continue
		}
		r.result.Held++
		if o := r.screening.odd[a]; o != nil { // the alarms of a damaged one may be unknown
			r.result.addAlarms(o.alarms...)
		}
		before, waits := waiting[id]
		delete(waiting, id)
		if waits && before.Mark == mark {
			continue
		}
		s, err := r.heldItem(now, a, mark)
		if err != nil {
			return err
		}
		s.Key = before.Key
		r.screening.put = append(r.screening.put, s)
	}
	for id, s := range waiting {
		if IsMissing(s) && r.seen[id] == 0 {
			r.result.Missing++
			r.result.addAlarms(s.Alarms...)
		}
	}
	r.dropHarmless(waiting)
	if err := r.holdMissing(now); err != nil {
		return err
	}
	return nil
}

// addAlarms adds alarms to those reported, without duplicates and up to a limit.
func (r *Result) addAlarms(alarms ...trust.Alarm) {
	for _, a := range alarms {
		if len(r.Alarms) < maxProblems && !slices.Contains(r.Alarms, a) {
			r.Alarms = append(r.Alarms, a)
		}
	}
}

// dropHarmless releases held items of which the feed now has a harmless version.
func (r *reading) dropHarmless(waited map[string]store.HeldItem) {
	for id, s := range waited {
		if r.seen[id] != 0 {
			r.screening.drop = append(r.screening.drop, s.Key)
		}
	}
	slices.Sort(r.screening.drop)
}

// waitingOf returns the items of this feed that are held for review, by identifier.
func (r *reading) waitingOf(all []store.HeldItem) map[string]store.HeldItem {
	found := map[string]store.HeldItem{}
	for _, s := range all {
		if s.State == store.Waiting && s.Subscription == r.source.Subscription && s.Feed == r.at {
			found[s.ID] = s
		}
	}
	return found
}

// heldItem returns the quarantine entry for an arrival.
func (r *reading) heldItem(now store.Reader, a *arrival, mark string) (store.HeldItem, error) {
	local, err := findItem(now, r.source.Set.Key, a.Item.ID())
	if err != nil {
		return store.HeldItem{}, err
	}
	incoming := a.incoming(local)
	if a.came != nil {
		incoming = a.came
	}
	document, err := r.documentOf(incoming)
	return store.HeldItem{
		Set: r.source.Set.Key, Subscription: r.source.Subscription, Feed: r.at,
		ID: incoming.ID(), Title: incoming.Winner.Title(), At: r.options.At,
		Alarms: r.screening.odd[a].alarms, Document: document, Mark: mark,
	}, err
}

// documentOf returns a feed with only this item, in the format and dialect in which it was
// received: another one would not preserve it literally.
func (r *reading) documentOf(it *item.Item) (string, error) {
	var b bytes.Buffer
	came := r.result.Documents[len(r.result.Documents)-1]
	w := feed.NewWriter(&b, feed.Document{
		Format: came.Format, Dialect: came.Dialect, Title: r.source.Set.Name, Updated: r.options.At,
	})
	_ = w.WriteWhole(it) // Close returns the error
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("keeping item %s, in which something is alarming: %w", it.ID(), err)
	}
	return b.String(), nil
}

// saveHeldItems stores the items held for review, in the transaction that stores the rest.
// Decisions that the user made in the meantime remain valid.
func (r *reading) saveHeldItems(w store.Writer) error {
	if len(r.screening.drop) > 0 {
		if err := w.DropHeldItems(r.screening.drop...); err != nil {
			return err
		}
	}
	if len(r.screening.put) == 0 {
		return nil
	}
	return r.putHeldItems(w)
}

// putHeldItems stores quarantined items that are new or changed.
func (r *reading) putHeldItems(w store.Writer) error {
	all, err := w.HeldItems(r.source.Set.Key)
	if err != nil {
		return err
	}
	known, waits := decisionsIn(all), map[int64]bool{}
	for _, s := range all {
		waits[s.Key] = s.State == store.Waiting
	}
	for _, s := range r.screening.put {
		if known.made[decision{s.ID, s.Mark}].State != store.Waiting {
			continue
		}
		if !waits[s.Key] {
			s.Key = 0
		}
		if _, err := w.PutHeldItem(s); err != nil {
			return err
		}
	}
	return nil
}

// decision identifies what the user decides about: an item as received.
type decision struct{ id, mark string }

// decisions are quarantined items by what is decided about. If several feeds brought the same
// item, a decided one takes precedence.
type decisions struct {
	made map[decision]store.HeldItem
	// ids are the items that have at least one entry.
	ids map[string]bool
}

func decisionsIn(all []store.HeldItem) decisions {
	d := decisions{map[decision]store.HeldItem{}, map[string]bool{}}
	for _, s := range all {
		key := decision{s.ID, s.Mark}
		if before, there := d.made[key]; !there || before.State == store.Waiting {
			d.made[key] = s
		}
		d.ids[s.ID] = true
	}
	return d
}

// about finds the quarantine entry of an arrival as received.
func (d decisions) about(a *arrival) (store.HeldItem, bool) {
	if !d.ids[a.Item.ID()] {
		return store.HeldItem{}, false
	}
	s, there := d.made[decision{a.Item.ID(), Mark(a.asItCame())}]
	return s, there
}

// Mark returns a hash that identifies an item as received. It is computed from the identities
// of its versions, regardless of the order of the conflicts.
func Mark(it *item.Item) string {
	var all [][sha256.Size]byte
	for _, v := range it.Versions() {
		all = append(all, store.Identity(v))
	}
	slices.SortFunc(all[1:], func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	for _, one := range all {
		h.Write(one[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
