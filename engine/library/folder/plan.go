package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"time"

	"crossfeed/engine/store"
)

// feed is a planned feed. The paths of its items' files are relative to the published folder.
type feed struct {
	store.FolderFeed
	// dir is its folder, title its title.
	dir, title string
	items      []entry
	// changed reports that the feed's own data has changed.
	changed bool
}

// entry is a planned item.
type entry struct {
	store.FolderItem
	title  string
	hidden bool
	// onDemand applies to a nested feed; text is the file that describes the item, or "".
	onDemand bool
	text     string
}

// planner plans the tree of feeds of a folder. It has no side effects.
type planner struct {
	rules
	// root is the file name of the root feed, title its title.
	root, title string
	here        *time.Location
	// before is the former tree.
	before former
	feeds  []*feed
}

// plan returns the feeds of a tree, each after the feeds nested in it.
func (p *planner) plan(d *dir) []*feed {
	p.feed(d)
	return p.feeds
}

// feed plans the feed of a folder and of its subfolders. It reports whether there is anything
// to publish; the root feed always exists.
func (p *planner) feed(d *dir) bool {
	f := &feed{dir: d.path, title: p.title}
	if f.Path = feedOf(p.root, d.path); d.path != "" {
		f.title = path.Base(d.path)
	}
	for _, sub := range d.dirs {
		if p.feed(sub) {
			f.items = append(f.items, p.nested(f.Path, feedOf(p.root, sub.path), path.Base(sub.path), sub.path))
		}
	}
	groups := groupsOf(d, p.group)
	parts := split(groups, p.placed(groups), p.here)
	for _, part := range parts {
		at := path.Join(d.path, partsBegin+part.name+partsEnd)
		f.items = append(f.items, p.nested(f.Path, at, part.name, ""))
		p.feeds = append(p.feeds, &feed{
			FolderFeed: store.FolderFeed{Path: at}, dir: d.path, title: f.title + " " + part.name, items: p.entries(at, part.groups),
		})
	}
	if parts == nil {
		f.items = append(f.items, p.entries(f.Path, groups)...)
	}
	if len(f.items) == 0 && d.path != "" {
		return false
	}
	p.feeds = append(p.feeds, f)
	return true
}

// nested returns the item of a nested feed, for a folder or, if folder is "", for a part.
func (p *planner) nested(in, to, title, folder string) entry {
	e := entry{FolderItem: store.FolderItem{Feed: in, ID: identify("feed", to), Nested: to}, title: title}
	if folder != "" {
		e.hidden, e.onDemand = p.hidden.match(folder), p.onDemand.match(folder)
	}
	e.Mark = markOf("nested", to, title, fmt.Sprint(e.hidden, e.onDemand))
	return e
}

// entries returns the items for groups in a feed.
func (p *planner) entries(in string, groups []group) []entry {
	all := make([]entry, len(groups))
	for i, g := range groups {
		all[i] = p.entry(in, g)
	}
	return all
}

// entry returns the item of a group. It is hidden if all its files are.
func (p *planner) entry(in string, g group) entry {
	e := entry{FolderItem: store.FolderItem{Feed: in, ID: g.id, Mark: p.mark(g)}, title: g.title, hidden: p.hides(g), text: g.text}
	for _, f := range g.files {
		e.Files = append(e.Files, f.path)
	}
	return e
}

func (p *planner) hides(g group) bool {
	for _, f := range g.files {
		if !p.hidden.match(f.path) {
			return false
		}
	}
	return true
}

// mark hashes the content of a group's item, and of its files.
func (p *planner) mark(g group) string {
	says := []string{"files", g.title, fmt.Sprint(p.hides(g)), g.text}
	for _, f := range g.files {
		says = append(says, f.path, f.hash, fmt.Sprint(p.onDemand.match(f.path)))
	}
	return markOf(says...)
}

func markOf(says ...string) string {
	sum := sha256.New()
	for _, s := range says {
		_, _ = io.WriteString(sum, fmt.Sprintf("%d:%s,", len(s), s))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// placed returns the current part of each item of a folder.
func (p *planner) placed(groups []group) map[string]placed {
	all := map[string]placed{}
	for _, g := range groups {
		if i, there := p.before.item(g.id); there {
			all[g.id] = placed{partOf(i.Feed), i.Mark == p.mark(g)}
		}
	}
	return all
}
