package intake

import (
	"context"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// Weight is how many items a feed would delete, overwrite, dispute and add in a list.
type Weight struct{ Changes, New int }

// Weight is what the feed brings that is judged for the list as a whole.
func (r *Reading) Weight() (w Weight) {
	w.Changes = len(r.lost.counted)
	for _, a := range r.news.order {
		switch a.harm {
		case none:
		case trust.Added:
			w.New++
		default:
			w.Changes++
		}
	}
	return w
}

// Agreed reports whether a person has agreed to all that the feed brings (Source.Agreed).
func (r *Reading) Agreed() bool { return r.source.Agreed }

// AsShown reports whether the feeds of one subscription bring no more than a person was
// shown who has just added it (Source.Shown). They have agreed to all of it then.
func AsShown(all []*Reading) bool {
	if len(all) == 0 || all[0].source.Shown == nil {
		return false
	}
	for part, ids := range bring(all) {
		if len(ids) > most(all[0].source.Shown, part) {
			return false
		}
	}
	for _, r := range all {
		r.source.Agreed, r.screening.agreed = true, true
	}
	return true
}

// most is how many changes of a part a person was shown: each live item may be new,
// overwrite one or conflict with it.
func most(shown *store.Preview, p trust.Part) int {
	switch {
	case shown == nil:
		return 0
	case p == trust.Deleted:
		return shown.Deleted
	}
	return shown.Items
}

// Judge holds for review what is alarming in what was read for one set, and each part of a
// flood (trust.TooMany): of what all of them bring, together with what came there from
// feeds since the day before. Nothing of it may be merged before.
func Judge(ctx context.Context, st store.Store, all ...*Reading) error {
	return st.View(ctx, func(now store.Reader) error {
		flood, err := floodIn(now, all)
		if err != nil {
			return err
		}
		for _, r := range all {
			r.hold(flood)
			if err := r.screen(now); err != nil {
				return err
			}
		}
		return nil
	})
}

// Floods reports whether Judge would hold deletions.
func Floods(ctx context.Context, st store.Store, all ...*Reading) (floods bool, err error) {
	err = st.View(ctx, func(now store.Reader) error {
		flood, err := floodIn(now, all)
		_, floods = flood[trust.Deleted]
		return err
	})
	return floods, err
}

// hold gives the alarms of a flood to what they are about.
func (r *Reading) hold(flood map[trust.Part]trust.Alarm) {
	if !r.isJudged() {
		return
	}
	for _, a := range r.news.order {
		if alarm, is := flood[a.harm]; is {
			alarm.Shown = most(r.source.Shown, a.harm)
			r.screening.alarm(a, alarm)
		}
	}
	alarm, is := flood[trust.Deleted]
	if !is {
		return
	}
	alarm.Part = trust.Missing
	r.screening.missing = map[string]trust.Alarm{}
	for _, id := range r.lost.discard {
		r.screening.missing[id] = alarm
	}
}

// isJudged reports whether what the feed brings counts towards a flood.
func (r *Reading) isJudged() bool {
	return !r.options.Trusted && !r.source.CountOnly && !r.source.Agreed
}

// tally are the items of a list that are changed, by part.
type tally map[trust.Part]map[string]bool

func (c tally) add(p trust.Part, id string) {
	if c[p] == nil {
		c[p] = map[string]bool{}
	}
	c[p][id] = true
}

// bring are the items that feeds change, by part; what is missing is deleted.
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

// floodIn finds the parts of a flood in what was read for one set.
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
			// Which of them were shown is not known: all wait, but only so many count.
			for _, id := range slices.Sorted(maps.Keys(ids))[min(most(feeds[0].source.Shown, part), len(ids)):] {
				brought.add(part, id)
			}
		}
	}
	if len(brought) == 0 {
		return nil, nil
	}
	j := &judging{Reader: now, set: judged.source.Set.Key, source: judged.source, says: says}
	if err := j.begin(judged.options.At); err != nil {
		return nil, err
	}
	return j.flood(brought)
}

// judging judges what comes to a list as a whole.
type judging struct {
	store.Reader
	set    int64
	source Source
	// says are the winners of what is brought.
	says map[string]*item.Version
	// since is when the day before began, and until is now, in nanoseconds since 1970. What
	// came later than now came while the clock was wrong, and counts as what came before.
	since, until int64
	// items is the number of those in the list, open that of those that are not done.
	items, open int
	// fresh are the items that came since then, freshLive and freshOpen the numbers of those
	// among items and open.
	fresh                map[string]bool
	freshLive, freshOpen int
}

// day is the time whose changes count together: small steps are one.
const day = 24 * time.Hour

// begin finds when the day before a time began: what came by when a person last agreed to
// all that a feed of the list brought does not count.
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

// flood finds the parts of a flood. What came before is looked at only where it can make a
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

// possible reports whether anything can be a flood where so many items came before.
func (j *judging) possible(brought tally, before int) bool {
	for part, ids := range brought {
		if _, is := trust.TooMany(part, len(ids)+before, max(0, j.itemsFor(part)-before)); is {
			return true
		}
	}
	return false
}

// itemsFor is the number of items that changes of a part can concern.
func (j *judging) itemsFor(p trust.Part) int {
	if p == trust.Deleted {
		return j.open
	}
	return j.items
}

// judge judges each part of what is brought, together with what came earlier: compared
// with the list as it is, and with the list without what came since the day before, for
// whoever fills a list up may then empty it of what it had.
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

// earlier finds what feeds did to items that came since the day before.
func (j *judging) earlier(ids []string) (tally, error) {
	found := tally{}
	for _, id := range ids {
		it, err := lookUp(j, j.set, id)
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
			j.remember(it, slices.Contains(parts, trust.Deleted))
		}
	}
	return found, nil
}

// partsOf are what feeds did to an item since the day before: its winner came from one.
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

// remember takes down an item that came since the day before.
func (j *judging) remember(it *item.Item, deleted bool) {
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

// recent reports whether a version came from a feed since the day before.
func (j *judging) recent(a store.Archived) bool {
	return a.Seen.From != "" && j.isLately(a)
}

// isLately reports whether a version came since the day before.
func (j *judging) isLately(a store.Archived) bool {
	at := a.Seen.At.UnixNano()
	return j.since < at && at <= j.until
}

// before is the live version that an item had when the day before began, or first since; nil
// where there is none.
func (j *judging) before(archive []store.Archived) (v *item.Version) {
	for _, a := range archive {
		if !a.Version.Deleted && (v == nil || !j.isLately(a)) {
			v = a.Version
		}
	}
	return v
}

// dropReverted drops what says again what the item said since the day before: somebody took
// back a change.
func (j *judging) dropReverted(ids map[string]bool) error {
	for id := range ids {
		archive, err := j.Versions(j.set, id)
		if err != nil {
			return err
		}
		if j.isKnown(j.says[id], archive) {
			delete(ids, id)
		}
	}
	return nil
}

// isKnown reports whether one of the versions that an item had since the day before began
// says what another one does.
func (j *judging) isKnown(v *item.Version, archive []store.Archived) bool {
	before := j.before(archive)
	return slices.ContainsFunc(archive, func(a store.Archived) bool {
		return (a.Version == before || j.isLately(a)) && !a.Version.Deleted && !a.Version.SameSync(v) && !replaces(a.Version, v)
	})
}

// dropMoved drops what another list has or had as it was here: it was moved.
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

// isMoved reports whether a set has or had an item just as the list had it.
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

// contested reports whether an item had versions of which neither knew the other: a winner
// that came later resolves that.
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
