package contenttest

import "strings"

// plant generates feeds, each except the root linked from an earlier one, and further links
// between them: shared feeds, cycles, feeds that link to themselves.
func (w *World) plant(feeds int) {
	for range feeds {
		w.feeds = append(w.feeds, w.newFeed())
	}
	for i, f := range w.feeds {
		if i > 0 {
			parent := w.feeds[w.r.IntN(i)]
			parent.items = append(parent.items, w.nesting(f))
		}
		for range w.r.IntN(6) {
			f.items = append(f.items, w.newItem())
		}
	}
}

func (w *World) newFeed() *feed {
	f := &feed{address: w.address("feed", ".xml")}
	w.stamp(&f.dates)
	return f
}

// nesting returns an item that links to a feed.
func (w *World) nesting(f *feed) *item {
	i := w.newItem()
	at := w.r.IntN(len(i.links) + 1)
	l := &link{to: f.address, nested: true, onDemand: w.chance(8), deep: w.r.IntN(3)}
	i.links = append(i.links[:at:at], append([]*link{l}, i.links[at:]...)...)
	return i
}

func (w *World) newItem() *item {
	i := &item{guid: w.name("item"), title: w.name("Title "), hidden: w.chance(6)}
	if w.chance(10) {
		i.guid = ""
	} else if w.chance(60) {
		i.guid = w.usedID(i.guid)
	}
	w.links(i)
	w.stamp(&i.dates)
	return i
}

// usedID returns the identifier of another item if there is one.
func (w *World) usedID(id string) string {
	if len(w.feeds) > 0 {
		if f := w.anyFeed(); len(f.items) > 0 {
			return pick(w, f.items...).guid
		}
	}
	return id
}

// links draws the links of an item: mostly files, its own and shared ones.
func (w *World) links(i *item) {
	i.links = nil
	for range w.r.IntN(4) {
		i.links = append(i.links, w.newLink())
	}
}

func (w *World) newLink() *link {
	l := &link{onDemand: w.chance(7), deep: w.r.IntN(4)}
	switch {
	case w.chance(12) && len(w.feeds) > 0:
		l.to, l.nested = w.anyFeed().address, true
	case w.chance(40) && len(w.feeds) > 0: // a feed linked as a plain file
		l.to = w.anyFeed().address
	case w.chance(30):
		l.to = w.address("missing", ".bin")
	case w.chance(4) && len(w.files) > 0:
		l.to = w.anyFile()
	default:
		l.to = w.address("file", pick(w, ".jpg", ".txt", "", ".tar.gz"))
		w.files[l.to] = w.text()
	}
	return l
}

// text returns the content of a file: mostly short, sometimes empty or long.
func (w *World) text() string {
	switch {
	case w.chance(20):
		return ""
	case w.chance(100):
		return strings.Repeat(w.name("long "), 20_000+w.r.IntN(20_000))
	}
	return strings.Repeat(w.name("text "), 1+w.r.IntN(8))
}

// address returns an unused address on some host, in some folder. In a local folder, the root
// feed is at the top, and a question mark is part of the name.
func (w *World) address(kind, ending string) string {
	origin := pick(w, w.origins...)
	folder := pick(w, "/", "/", "/feeds/", "/feeds/2006/", "/feeds/2006/10/", "/a%20folder/", "/%C3%A4/", "/a:b/")
	local := strings.HasPrefix(origin, "file:")
	if local && len(w.feeds) == 0 {
		folder = "/"
	}
	query := ""
	if w.chance(15) && !local {
		query = "?n=" + w.name("") + "&of=a%2Fb"
	}
	return origin + folder + w.name(kind) + ending + query
}

func (w *World) anyFeed() *feed { return pick(w, w.feeds...) }
