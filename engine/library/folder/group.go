package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// shown is a file as published: its path in the folder, the hash of what subscribers find, and
// its time of change.
type shown struct {
	path, hash string
	changed    time.Time
}

// dir is a folder with its published contents.
type dir struct {
	// path is relative to the published folder, "" for that folder itself.
	path  string
	files []shown
	dirs  []*dir
}

// group is a set of files that form one item.
type group struct {
	id, title string
	files     []shown
	// text is the path of the file whose beginning describes the item, or "".
	text string
}

// groupsOf groups the files of a folder, ordered by name.
func groupsOf(d *dir, rule string) []group {
	var all []group
	at := map[string]int{}
	for _, f := range d.files {
		key, title := keyOf(f.path, rule)
		i, there := at[key]
		if !there {
			i = len(all)
			at[key] = i
			all = append(all, group{id: identify(rule, d.path, key), title: title})
		}
		all[i].files = append(all[i].files, f)
	}
	for i := range all {
		all[i].text = textOf(all[i].files)
		if rule == ByStem && len(all[i].files) == 1 {
			all[i].title = path.Base(all[i].files[0].path)
		}
		if rule == ByFolder && d.path != "" {
			all[i].title = path.Base(d.path)
		}
	}
	slices.SortStableFunc(all, func(a, b group) int {
		return strings.Compare(transport.Folded(a.files[0].path), transport.Folded(b.files[0].path))
	})
	return all
}

// keyOf returns what the files of a group have in common, and the group's title.
func keyOf(name, rule string) (key, title string) {
	base := path.Base(name)
	switch rule {
	case ByFolder:
		return "", base
	case ByFile:
		return base, base
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return transport.Folded(stem), stem
}

// identify returns the guid of an item. It is stable as long as its folder and name are.
func identify(of ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(of, "\x00")))
	return "urn:sha256:" + hex.EncodeToString(sum[:])
}

// textOf returns the file that describes the others, or "".
func textOf(files []shown) string {
	if len(files) < 2 {
		return ""
	}
	for _, f := range files {
		switch strings.ToLower(path.Ext(f.path)) {
		case ".txt", ".md":
			return f.path
		}
	}
	return ""
}

// mediaType returns the media type to declare for a file. It is the same on every system.
func mediaType(name string) string {
	if t, known := mediaTypes[strings.ToLower(path.Ext(name))]; known {
		return t
	}
	return "application/octet-stream"
}

var mediaTypes = map[string]string{
	".7z": "application/x-7z-compressed", ".aac": "audio/aac", ".avi": "video/x-msvideo", ".avif": "image/avif",
	".bmp": "image/bmp", ".css": "text/css", ".csv": "text/csv", ".doc": "application/msword",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".epub": "application/epub+zip", ".flac": "audio/flac", ".gif": "image/gif", ".gpx": "application/gpx+xml",
	".gz": "application/gzip", ".heic": "image/heic", ".htm": "text/html", ".html": "text/html",
	".ics": "text/calendar", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "text/javascript",
	".json": "application/json", ".m4a": "audio/mp4", ".m4v": "video/mp4", ".md": "text/markdown",
	".mkv": "video/x-matroska", ".mov": "video/quicktime", ".mp3": "audio/mpeg", ".mp4": "video/mp4",
	".mpeg": "video/mpeg", ".odp": "application/vnd.oasis.opendocument.presentation",
	".ods": "application/vnd.oasis.opendocument.spreadsheet", ".odt": "application/vnd.oasis.opendocument.text",
	".ogg": "audio/ogg", ".opml": "text/x-opml", ".opus": "audio/ogg", ".pdf": "application/pdf",
	".png": "image/png", ".ppt": "application/vnd.ms-powerpoint",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".rtf":  "application/rtf", ".svg": "image/svg+xml", ".tar": "application/x-tar", ".tif": "image/tiff",
	".tiff": "image/tiff", ".txt": "text/plain", ".vcf": "text/vcard", ".wav": "audio/wav",
	".webm": "video/webm", ".webp": "image/webp", ".xls": "application/vnd.ms-excel",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".xml":  "application/xml", ".xmp": "application/rdf+xml", ".zip": "application/zip",
}
