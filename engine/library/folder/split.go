package folder

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// The sizes by which a folder is split.
const (
	// mostItems is how many items a feed has before its folder is split, and as many go
	// into each part. A folder stays split until it has fewer than fewItems.
	mostItems, fewItems = 100, 50
	// mostOfDay is how many items the part of a day may have.
	mostOfDay = 1000
)

// part is a part of a folder that is split: a day, or a number.
type part struct {
	name   string
	groups []group
}

// placed is the part that an item is in by now, and whether the item is as it was.
type placed struct {
	part string
	same bool
}

var aDay = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

// split makes parts of the items of a folder, or none where they are few. It is by days
// where there are several and none has too many, else by hundreds. What is in a part stays
// there as long as it can.
func split(groups []group, before map[string]placed, here *time.Location) []part {
	was := ""
	for _, g := range groups {
		was = max(was, before[g.id].part) // days before numbers
	}
	if len(groups) <= mostItems && (was == "" || len(groups) < fewItems) {
		return nil
	}
	if was == "" || aDay.MatchString(was) {
		parts := byDay(groups, before, here)
		most := slices.MaxFunc(parts, func(a, b part) int { return len(a.groups) - len(b.groups) })
		if len(most.groups) <= mostOfDay && (was != "" || len(parts) > 1) {
			return parts
		}
		before = nil
	}
	return byHundred(groups, before)
}

// byDay puts each item into the part of the day on which its newest file was changed. An
// item that is as it was stays where it is, wherever the computer is carried.
func byDay(groups []group, before map[string]placed, here *time.Location) []part {
	b := parts{}
	for _, g := range groups {
		was := before[g.id]
		if !was.same || was.part == "" {
			was.part = newest(g.files).In(here).Format(time.DateOnly)
		}
		b.add(was.part, g)
	}
	return b.sorted()
}

func newest(files []shown) (t time.Time) {
	for _, f := range files {
		if f.changed.After(t) {
			t = f.changed
		}
	}
	return t
}

// byHundred fills parts in the order of names. What is there stays; what is new goes into
// the last part until that is full, and then into a new one.
func byHundred(groups []group, before map[string]placed) []part {
	b, last := parts{}, 1
	for _, g := range groups {
		if n, err := strconv.Atoi(before[g.id].part); err == nil {
			b.add(number(n), g)
			last = max(last, n)
		}
	}
	for _, g := range groups {
		if _, err := strconv.Atoi(before[g.id].part); err == nil {
			continue
		}
		if len(b[number(last)]) >= mostItems {
			last++
		}
		b.add(number(last), g)
	}
	return b.sorted()
}

func number(n int) string { return fmt.Sprintf("%04d", n) }

// parts are items by the names of their parts.
type parts map[string][]group

func (b parts) add(name string, g group) { b[name] = append(b[name], g) }

func (b parts) sorted() []part {
	all := make([]part, 0, len(b))
	for name, groups := range b {
		all = append(all, part{name, groups})
	}
	slices.SortFunc(all, func(a, b part) int {
		if len(a.name) != len(b.name) {
			return len(a.name) - len(b.name)
		}
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return all
}

// partsBegin and partsEnd are around the name of a part in that of its feed.
var partsBegin, partsEnd = strings.TrimSuffix(RootName, transport.XML) + ".", transport.XML

// feedOf is the path of the feed of a folder. That of the root feed is its name.
func feedOf(root, dir string) string {
	if dir == "" {
		return root
	}
	return path.Join(dir, RootName)
}

// partFeed is the path of the feed of a part of a folder.
func partFeed(dir, part string) string { return path.Join(dir, partsBegin+part+partsEnd) }

// partOf is the part whose feed lies at a path, or "".
func partOf(feed string) string {
	name, begins := strings.CutPrefix(path.Base(feed), partsBegin)
	name, ends := strings.CutSuffix(name, partsEnd)
	if !begins || !ends {
		return ""
	}
	return name
}

// isFeed tells whether a file has the name of a feed of ours: it is never published.
func isFeed(root, name string) bool {
	base := path.Base(name)
	return strings.EqualFold(base, RootName) || strings.EqualFold(name, root) ||
		len(base) > len(partsBegin)+len(partsEnd) &&
			strings.EqualFold(base[:len(partsBegin)], partsBegin) && strings.EqualFold(base[len(base)-len(partsEnd):], partsEnd)
}
