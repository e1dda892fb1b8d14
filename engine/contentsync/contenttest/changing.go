package contenttest

import (
	"maps"
	"slices"
	"time"
)

// Change is what happens until the next run of a reader: some time passes, and some
// things change, or nothing.
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
	case 6: // the bytes of a file, while its item stays as old as it was
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
	case 6: // a package of files is renewed as one
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

// toggle lets nothing lie at an address for now, or again what lay there.
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
