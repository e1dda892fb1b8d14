package contenttest

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Change simulates the time until a reader's next run: some time passes, and some things
// change, or nothing.
func (w *World) Change() {
	w.now = w.now.Add(time.Duration(1+w.r.IntN(600)) * time.Minute)
	for range w.r.IntN(4) {
		w.change()
	}
}

func (w *World) change() {
	f := w.anyFeed()
	switch w.r.IntN(12) {
	case 0, 1:
		w.add(f, w.newItem())
	case 2:
		if f = w.newFeed(); w.chance(2) {
			f.items = append(f.items, w.newItem())
		}
		w.feeds = append(w.feeds, f)
		w.add(w.anyFeed(), w.nesting(f))
	case 3:
		w.moveItem(f)
	case 4:
		w.toggle(w.anyFile())
	case 5:
		if w.chance(2) {
			w.toggle(f.address)
		}
	case 6: // the bytes of a file change, while its item keeps its dates
		if name := w.anyFile(); name != "" {
			w.files[name] = w.text()
		}
	case 7, 8:
		w.remove(f)
	default:
		w.changeItem(f)
	}
}

func (w *World) add(f *feed, i *item) {
	at := w.r.IntN(len(f.items) + 1)
	f.items = slices.Insert(f.items, at, i)
	w.carry(f)
}

func (w *World) remove(f *feed) *item {
	if len(f.items) == 0 {
		return nil
	}
	at := w.r.IntN(len(f.items))
	i := f.items[at]
	f.items = slices.Delete(f.items, at, at+1)
	w.carry(f)
	return i
}

func (w *World) moveItem(f *feed) {
	if i := w.remove(f); i != nil {
		if w.chance(2) {
			w.stamp(&i.dates)
		}
		w.add(w.anyFeed(), i)
	}
}

// changeItem changes something in an item, or only its dates.
func (w *World) changeItem(f *feed) {
	if len(f.items) == 0 {
		return
	}
	i := pick(w, f.items...)
	switch w.r.IntN(8) {
	case 0:
		w.links(i)
	case 1:
		i.hidden = !i.hidden
	case 2:
		i.links = append(i.links, w.newLink())
	case 3, 4:
		if len(i.links) > 0 {
			w.changeLink(i)
		}
	case 5:
		i.title = w.name("Title ")
	case 6: // all files of an item are replaced together
		for _, l := range i.links {
			if _, is := w.files[l.to]; is {
				w.files[l.to] = w.text()
			}
		}
	}
	w.stamp(&i.dates)
	w.carry(f)
}

func (w *World) changeLink(i *item) {
	l := pick(w, i.links...)
	switch w.r.IntN(3) {
	case 0:
		l.onDemand = !l.onDemand
	case 1:
		*l = *w.newLink()
	case 2:
		if _, is := w.files[l.to]; is {
			w.files[l.to] = w.text()
		}
	}
}

// toggle removes the content at an address temporarily, or restores it.
func (w *World) toggle(address string) {
	if w.gone[address] {
		delete(w.gone, address)
	} else {
		w.gone[address] = true
	}
}

func (w *World) anyFile() string {
	if len(w.files) == 0 {
		return ""
	}
	return pick(w, slices.Sorted(maps.Keys(w.files))...)
}

// stamp sets the dates of something new or changed.
func (w *World) stamp(d *dates) {
	switch {
	case w.Habit == None:
		return
	case w.Habit == Carried && w.chance(5): // dated by its pubDate alone
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
	case 0: // unchanged
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

// carry updates the dates of a changed feed and of all that leads to it.
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

// At generates a world on one server, by a publisher who carries dates up, with a large file
// of the given size. origin is like "http://127.0.0.1:8080".
func At(origin string, seed uint64, size int) *World {
	w := newWorld(seed)
	w.Habit, w.origins = Carried, []string{origin}
	w.plant(3 + w.r.IntN(4))
	for range 6 {
		w.add(w.anyFeed(), w.newItem())
	}
	w.weigh(size)
	return w
}

// Renew changes much, including the large file.
func (w *World) Renew(size int) {
	for range 4 {
		w.Change()
	}
	w.weigh(size)
}

// weigh replaces the large file that the root refers to.
func (w *World) weigh(size int) {
	text := w.name("large ")
	address := w.origins[0] + "/large.bin"
	w.files[address] = strings.Repeat(text, size/len(text)+1)[:size]
	root := w.feeds[0]
	root.items = slices.DeleteFunc(root.items, func(i *item) bool { return i.guid == "large" })
	large := &item{guid: "large", title: w.name("Title "), links: []*link{{to: address}}}
	w.stamp(&large.dates)
	w.add(root, large)
}
