package contenttest

import "time"

// stamp gives something that was made or changed its dates.
func (w *World) stamp(d *dates) {
	switch {
	case w.Habit == None:
		return
	case w.Habit == Carried && w.chance(5): // known by its pubDate alone
		d.built, d.published = time.Time{}, w.now
	case w.Habit == Carried:
		d.built = w.now
		if d.published.IsZero() && w.chance(2) {
			d.published = w.now.Add(-time.Hour)
		}
	default:
		w.stampCarelessly(d)
	}
}

func (w *World) stampCarelessly(d *dates) {
	switch w.r.IntN(10) {
	case 0: // as it was
	case 1:
		d.built = w.now.Add(-time.Duration(w.r.IntN(1000)) * time.Minute)
	case 2:
		d.built = time.Time{}
	case 3:
		d.published = w.now
	case 4:
		*d = dates{}
	default:
		d.built = w.now
	}
}

// carry gives a feed in which something changed its dates, and all that leads to it.
func (w *World) carry(f *feed) { w.carryUp(f, map[*feed]bool{}) }

func (w *World) carryUp(f *feed, done map[*feed]bool) {
	if done[f] {
		return
	}
	done[f] = true
	w.stamp(&f.dates)
	for _, parent := range w.feeds {
		for _, i := range parent.items {
			if i.leadsTo(f) && !(w.Habit == Careless && w.chance(5)) {
				w.stamp(&i.dates)
				w.carryUp(parent, done)
			}
		}
	}
}

func (i *item) leadsTo(f *feed) bool {
	for _, l := range i.links {
		if l.nested && l.to == f.address {
			return true
		}
	}
	return false
}
