package contenttest

import (
	"slices"
	"strings"
)

// At makes a world of a publisher who carries dates up, on one server, with a file of
// that size beside the others. Its origin is as "http://127.0.0.1:8080".
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

// Renew changes much, the large file as well.
func (w *World) Renew(size int) {
	for range 4 {
		w.Change()
	}
	w.weigh(size)
}

// weigh lets the root refer to a large file that is another one than before.
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
