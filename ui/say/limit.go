package say

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/contentsync"
)

// Limit says which limit the syncing of a library reached, and what to do about it; "" of
// another failure.
func Limit(err error) string {
	var e *contentsync.LimitError
	if !errors.As(err, &e) {
		return ""
	}
	number, bytes := Data{"N": Number(int(e.Most))}, Data{"Size": Bytes(e.Most)}
	switch e.Kind {
	case contentsync.ByFeeds:
		return lang.L("{{.N}} feeds were read, which is the most at a time. The others come with the next sync.", number)
	case contentsync.ByFiles:
		return lang.L("{{.N}} files were fetched, which is the most at a time. The others come with the next sync.", number)
	case contentsync.ByBytes:
		return lang.L("{{.Size}} were fetched, which is the most at a time. The rest comes with the next sync.", bytes)
	case contentsync.ByRoom:
		return lang.L("The files take as much room as they may, {{.Size}}. Allow more under “Settings…”, or remove files from the disk. What is missing comes with the next sync.", bytes)
	}
	return lang.L("The disk would have less than {{.Size}} left. Make room on it, and sync again.", bytes)
}
