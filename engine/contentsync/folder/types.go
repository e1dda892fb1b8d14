package folder

import (
	"path"
	"strings"
)

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
