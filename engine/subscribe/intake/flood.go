package intake

import (
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// tally is a set of changed items of a list, by part.
type tally map[trust.Part]map[string]bool

func (c tally) add(p trust.Part, id string) {
	if c[p] == nil {
		c[p] = map[string]bool{}
	}
	c[p][id] = true
}

// bring returns the items that feeds change, by part; missing items count as deleted.
func bring(all []*Reading) tally {
	brought := tally{}
	for _, r := range all {
		for _, a := range r.news.order {
			if a.harm != none {
				brought.add(a.harm, a.Item.ID())
			}
		}
		for _, id := range r.lost.counted {
			brought.add(trust.Deleted, id)
		}
	}
	return brought
}

// floodIn finds the parts of a flood in the readings of one set.
func floodIn(now store.Reader, all []*Reading) (map[trust.Part]trust.Alarm, error) {
	of, says := map[int64][]*Reading{}, map[string]*item.Version{}
	var judged *Reading
	for _, r := range all {
		if !r.isJudged() {
			continue
		}
		judged, of[r.source.Subscription] = r, append(of[r.source.Subscription], r)
		for _, a := range r.news.order {
			if a.harm != none {
				says[a.Item.ID()] = a.Item.Winner
			}
		}
	}
	brought := tally{}
	for _, feeds := range of {
		for part, ids := range bring(feeds) {
			// The preview does not identify items: all of them are held, but only the excess
			// counts.
			for _, id := range slices.Sorted(maps.Keys(ids))[min(most(feeds[0].source.Shown, part), len(ids)):] {
				brought.add(part, id)
			}
		}
	}
	if len(brought) == 0 {
		return nil, nil
	}
	j := &judging{Reader: now, set: judged.source.Set.Key, source: judged.source, winners: says}
	if err := j.begin(judged.options.At); err != nil {
		return nil, err
	}
	return j.flood(brought)
}

// judging judges the incoming changes of a list as a whole.
type judging struct {
	store.Reader
	set    int64
	source Source
	// winners are the winners of the incoming items.
	winners map[string]*item.Version
	// since is the start of the last day, and until is now, in nanoseconds since 1970. Changes
	// received later than now were received while the clock was wrong, and count as older.
	since, until int64
	// items is the number of items in the list, open the number of those that are not done.
	items, open int
	// fresh are the items received since then; freshLive and freshOpen are their shares of
	// items and open.
	fresh                map[string]bool
	freshLive, freshOpen int
}

// day is the period whose changes count together, so that many small steps count as one.
const day = 24 * time.Hour

// begin determines the start of the last day. Changes received before the user last agreed to
// everything of a feed of the list do not count.
func (j *judging) begin(at time.Time) error {
	from := at.Add(-day)
	all, err := j.Subscriptions(j.set)
	for _, s := range all {
		if s.Agreed.After(from) && !s.Agreed.After(at) {
			from = s.Agreed
		}
	}
	j.since, j.until = from.UnixNano(), at.UnixNano()
	return err
}

// flood finds the parts of a flood. Earlier changes are inspected only if they can make a
// difference.
func (j *judging) flood(brought tally) (map[trust.Part]trust.Alarm, error) {
	counts, err := j.Count(j.set)
	if err != nil {
		return nil, err
	}
	j.items, j.open = counts.Items, counts.Open
	before, err := j.ReceivedAfter(j.set, j.since, "")
	if err != nil || !j.possible(brought, len(before)) {
		return nil, err
	}
	earlier, err := j.earlier(before)
	if err != nil {
		return nil, err
	}
	found := j.judge(brought, earlier)
	if len(found) == 0 {
		return found, nil
	}
	if err := j.dropReverted(brought[trust.Overwritten]); err != nil {
		return nil, err
	}
	for _, c := range []tally{brought, earlier} {
		if err := j.dropMoved(c[trust.Deleted]); err != nil {
			return nil, err
		}
	}
	return j.judge(brought, earlier), nil
}

// possible reports whether there can be a flood given the number of items received earlier.
func (j *judging) possible(brought tally, before int) bool {
	for part, ids := range brought {
		if _, is := trust.TooMany(part, len(ids)+before, max(0, j.itemsFor(part)-before)); is {
			return true
		}
	}
	return false
}

// itemsFor returns the number of items that changes of a part can affect.
func (j *judging) itemsFor(p trust.Part) int {
	if p == trust.Deleted {
		return j.open
	}
	return j.items
}

// judge judges each part of the incoming changes together with earlier ones. It compares them
// with the current list, and with the list without the items received within the last day:
// otherwise a feed could first fill up a list and then delete its original items.
func (j *judging) judge(brought, earlier tally) map[trust.Part]trust.Alarm {
	found := map[trust.Part]trust.Alarm{}
	for part, ids := range brought {
		if len(ids) == 0 {
			continue
		}
		all := maps.Clone(ids)
		maps.Copy(all, earlier[part])
		items := j.itemsFor(part)
		if part == trust.Deleted {
			items += len(earlier[part])
		}
		if alarm, is := trust.TooMany(part, len(all), items); is {
			found[part] = alarm
			continue
		}
		maps.DeleteFunc(all, func(id string, _ bool) bool { return j.fresh[id] })
		if part == trust.Deleted {
			items -= j.freshOpen
		} else {
			items -= j.freshLive
		}
		if alarm, is := trust.TooMany(part, len(all), items); is {
			found[part] = alarm
		}
	}
	return found
}

// earlier finds the changes that feeds made to the given items within the last day.
func (j *judging) earlier(ids []string) (tally, error) {
	found := tally{}
	for _, id := range ids {
		it, err := findItem(j, j.set, id)
		if err != nil || it == nil {
			return nil, err
		}
		archive, err := j.Versions(j.set, id)
		if err != nil {
			return nil, err
		}
		parts := j.partsOf(it, archive)
		for _, part := range parts {
			found.add(part, id)
		}
		if slices.Contains(parts, trust.Added) {
			j.addFresh(it, slices.Contains(parts, trust.Deleted))
		}
	}
	return found, nil
}

// partsOf returns the parts of the changes that feeds made to an item within the last day, if
// its winner came from a feed.
func (j *judging) partsOf(it *item.Item, archive []store.Archived) (parts []trust.Part) {
	winner := store.Identity(it.Winner)
	at := slices.IndexFunc(archive, func(a store.Archived) bool { return store.Identity(a.Version) == winner })
	if at < 0 || !j.recent(archive[at]) || j.source.made(it.Winner) {
		return nil
	}
	if j.recent(archive[0]) {
		parts = append(parts, trust.Added)
	}
	switch before := j.before(archive[:at]); {
	case before == nil:
	case it.Winner.Deleted:
		own := slices.ContainsFunc(archive, func(a store.Archived) bool { return a.Version.Deleted && j.source.made(a.Version) })
		if !own && isOpen(before) && isOpen(it.Winner) {
			parts = append(parts, trust.Deleted)
		}
	case !slices.ContainsFunc(it.Conflicts, before.Same) && replaces(it.Winner, before):
		if contested(archive[:at]) || j.isKnown(it.Winner, archive[:at]) {
			break
		}
		parts = append(parts, trust.Overwritten)
	}
	return parts
}

// addFresh records an item that was received within the last day.
func (j *judging) addFresh(it *item.Item, deleted bool) {
	if j.fresh == nil {
		j.fresh = map[string]bool{}
	}
	j.fresh[it.ID()] = true
	live := !it.Winner.Deleted
	if live {
		j.freshLive++
	}
	if deleted || live && isOpen(it.Winner) {
		j.freshOpen++
	}
}

// recent reports whether a version was received from a feed within the last day.
func (j *judging) recent(a store.Archived) bool {
	return a.Seen.From != "" && j.isLately(a)
}

// isLately reports whether a version was added within the last day.
func (j *judging) isLately(a store.Archived) bool {
	at := a.Seen.At.UnixNano()
	return j.since < at && at <= j.until
}

// before returns the live version that an item had at the start of the last day, or else its
// first one since then, or nil.
func (j *judging) before(archive []store.Archived) (v *item.Version) {
	for _, a := range archive {
		if !a.Version.Deleted && (v == nil || !j.isLately(a)) {
			v = a.Version
		}
	}
	return v
}

// dropReverted drops items that return to contents that they had within the last day: somebody
// undid a change.
func (j *judging) dropReverted(ids map[string]bool) error {
	for id := range ids {
		archive, err := j.Versions(j.set, id)
		if err != nil {
			return err
		}
		if j.isKnown(j.winners[id], archive) {
			delete(ids, id)
		}
	}
	return nil
}

// isKnown reports whether a version has the same contents as another one that the item had
// within the last day.
func (j *judging) isKnown(v *item.Version, archive []store.Archived) bool {
	before := j.before(archive)
	return slices.ContainsFunc(archive, func(a store.Archived) bool {
		return (a.Version == before || j.isLately(a)) && !a.Version.Deleted && !a.Version.SameSync(v) && !replaces(a.Version, v)
	})
}

// dropMoved drops items that another list has or had with the same contents: they were moved.
func (j *judging) dropMoved(ids map[string]bool) error {
	sets, err := j.Sets()
	if err != nil {
		return err
	}
	for id := range ids {
		for _, s := range sets {
			moved, err := j.isMoved(id, s.Key)
			if err != nil {
				return err
			}
			if moved {
				delete(ids, id)
			}
		}
	}
	return nil
}

// isMoved reports whether another set has or had an item with the same contents as this list.
func (j *judging) isMoved(id string, to int64) (bool, error) {
	if to == j.set {
		return false, nil
	}
	there, err := j.Versions(to, id)
	if err != nil || len(there) == 0 {
		return false, err
	}
	here, err := j.Versions(j.set, id)
	for _, a := range there {
		same := func(b store.Archived) bool {
			return !a.Version.Deleted && !b.Version.Deleted && !replaces(a.Version, b.Version)
		}
		if slices.ContainsFunc(here, same) {
			return true, err
		}
	}
	return false, err
}

// contested reports whether an item had concurrent versions, neither of which knew the other.
// A later winner resolves that conflict.
func contested(archive []store.Archived) bool {
	knows := func(v, other *item.Version) bool { return slices.ContainsFunc(v.History, other.Top().Same) }
	for n, a := range archive {
		for _, b := range archive[:n] {
			if !knows(a.Version, b.Version) && !knows(b.Version, a.Version) {
				return true
			}
		}
	}
	return false
}
