package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// shown is a file as it is published: its path in the folder, the hash of what subscribers
// find, and when it was changed.
type shown struct {
	path, hash string
	changed    time.Time
}

// dir is a folder with what is published of it.
type dir struct {
	// path is that in the folder that is published, "" for this one itself.
	path  string
	files []shown
	dirs  []*dir
}

// group is a number of files that are one item.
type group struct {
	id, title string
	files     []shown
	// text is the path of the file whose beginning describes the item, or "".
	text string
}

// groupsOf makes groups of the files of a folder, in the order of their names.
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
		return strings.Compare(alike(a.files[0].path), alike(b.files[0].path))
	})
	return all
}

// keyOf is what files of one group have in common, and what the group is called.
func keyOf(name, rule string) (key, title string) {
	base := path.Base(name)
	switch rule {
	case ByFolder:
		return "", base
	case ByFile:
		return base, base
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return alike(stem), stem
}

// alike is a name without regard to case, and to how accents are written.
func alike(name string) string { return strings.ToLower(strings.ToUpper(norm.NFC.String(name))) }

// identify is the guid of an item: it stays as long as its folder and name do.
func identify(of ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(of, "\x00")))
	return "urn:sha256:" + hex.EncodeToString(sum[:])
}

// textOf is the file that describes others beside it, or "".
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

// mediaType is what a server is told that a file is. It is the same on every system.
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
