package attach

import (
	"path/filepath"
	"strings"

	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// folder is the name of the folder beside a feed in which the files of its items lie.
const folder = "files"

// FolderOf is the address of the folder for the files of a feed's items, with a separator
// at its end.
func FolderOf(feed string) string {
	at := location.Beside(feed, folder)
	if location.KindOf(at) == location.Local {
		return location.AsFolder(at)
	}
	head, query, has := strings.Cut(at, "?")
	if has {
		query = "?" + query
	}
	return head + "/" + query
}

// folderWith is the address of the folder in which a feed lies.
func folderWith(feed string) string {
	if location.KindOf(feed) == location.Local {
		return location.AsFolder(filepath.Dir(feed))
	}
	return location.Beside(feed, "")
}

// At is the address of a file beside a feed.
func At(feed string, a record.Attachment) string {
	return location.Join(FolderOf(feed), a.File())
}

// OfFile is what an item says of a file of that name; its File is "" where the name is not
// that of a file of an item.
func OfFile(name string) record.Attachment {
	return record.Attachment{Link: folder + "/" + name}
}
