package folder

import (
	"path"
	"strings"

	"crossfeed/engine/location"
)

// partsBegin and partsEnd are around the name of a part in that of its feed.
var partsBegin, partsEnd = strings.TrimSuffix(RootName, location.XML) + ".", location.XML

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
