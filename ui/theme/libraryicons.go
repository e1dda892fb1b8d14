package theme

// Icons of libraries, and of what has become of a file of theirs.
const (
	IconLibrary = "library"
	IconFolder  = "folder"
	IconFile    = "file"
	IconPhoto   = "photo"
	// IconPublish is something that is published.
	IconPublish = "publish"
	// IconWaiting, IconDownload, IconRemoved and IconStale are files that wait, that are
	// on demand, that were removed, and that are newer elsewhere.
	IconWaiting  = "waiting"
	IconDownload = "download"
	IconRemoved  = "removed"
	IconStale    = "stale"
)
