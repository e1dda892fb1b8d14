package library

import (
	"cmp"
	"path"
	"strings"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/wording"
)

// stateShort returns the state of a file in a word or two.
func stateShort(f lib.File) string {
	switch f.State {
	case lib.Here:
		if f.Nested {
			return ""
		}
		return wording.Bytes(f.Size)
	case lib.Waiting:
		return wording.L("waiting")
	case lib.OnDemand:
		return wording.L("on demand")
	case lib.Removed:
		return wording.L("removed")
	case lib.Stale:
		return wording.L("newer there")
	}
	return wording.L("failed: {{.Why}}", wording.Data{"Why": wording.TroubleShort(f.Trouble)})
}

// onTheWay describes the progress of a download.
func onTheWay(d contentsync.Download) string {
	if d.Size <= 0 {
		return wording.L("{{.Size}} came", wording.Data{"Size": wording.Bytes(d.Received)})
	}
	return wording.L("{{.Percent}} % of {{.Size}}", wording.Data{"Percent": min(d.Received*100/d.Size, 100), "Size": wording.Bytes(d.Size)})
}

// signOf returns the icon of a state, and its colour; "" for a feed on this computer.
func signOf(f lib.File) (icon string, color fyne.ThemeColorName) {
	switch f.State {
	case lib.Here:
		if f.Nested {
			return "", ""
		}
		return theme.IconOK, theme.Good
	case lib.Waiting:
		return theme.IconWaiting, theme.Quiet
	case lib.OnDemand:
		return theme.IconDownload, theme.Quiet
	case lib.Removed:
		return theme.IconRemoved, theme.Quiet
	case lib.Stale:
		return theme.IconStale, theme.Quiet
	}
	return theme.IconProblem, theme.Attention
}

// stateLong returns the state of a file in a sentence that says what a person can do.
func stateLong(f lib.File) string {
	switch f.State {
	case lib.Here:
		return wording.L("It is on this computer.")
	case lib.Waiting:
		return wording.L("It is waiting to be fetched.")
	case lib.OnDemand:
		return wording.L("It is fetched when you ask for it: press Enter or “Download”.")
	case lib.Removed:
		return wording.L("You removed it from the disk. It comes back when you ask for it: press Enter or “Download”.")
	case lib.Stale:
		return wording.L("It is on this computer, and there is a newer one: “Download” fetches that.")
	}
	return wording.L("It could not be fetched.") + " " + cmp.Or(WhyNot(f.Trouble, f.Address), wording.Failure(f.Error))
}

// ending returns the extension of a file's name in lower case, with its dot.
func ending(f lib.File) string {
	name := cmp.Or(f.Name, f.Address)
	return strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/")))
}

// isPicture reports whether a file is a picture that can be shown.
func isPicture(f lib.File) bool {
	switch ending(f) {
	case ".jpg", ".jpeg", ".jpe", ".png", ".gif", ".webp":
		return !f.Nested
	}
	switch f.Type {
	case "image/jpeg", "image/png", "image/gif", "image/webp":
		return !f.Nested
	}
	return false
}

// isText reports whether a file is a text that can be shown.
func isText(f lib.File) bool {
	switch ending(f) {
	case ".txt", ".md", ".markdown", ".text", ".csv", ".tsv", ".json", ".xml", ".xmp", ".log", ".ini", ".conf", ".yaml", ".yml", ".toml",
		".html", ".htm", ".tex", ".rst", ".org", ".ics", ".vcf", ".srt", ".diff", ".patch", ".go", ".py", ".c", ".h", ".js", ".css":
		return !f.Nested
	}
	return strings.HasPrefix(f.Type, "text/") && !f.Nested
}

// isHere reports whether a file is on this computer.
func isHere(f lib.File) bool {
	return f.State == lib.Here || f.State == lib.Stale
}

// canGet reports whether a file can be requested.
func canGet(f lib.File) bool { return f.State != lib.Here }

// WhyNot explains why a file could not be fetched, and what can be done about it; "" if there
// is no text for the kind of failure.
func WhyNot(t transport.Trouble, address string) string {
	switch t {
	case transport.TooLarge:
		return wording.L("It is larger than what a library takes in.")
	case transport.BrokenOff:
		return wording.L("The download ended early. The next try resumes it.")
	case transport.Full:
		return wording.L("There is no room left on the disk. Make some, and try again.")
	case transport.NotFound, transport.Gone:
		return wording.L("There is nothing at its address. Whoever publishes it has to put it there again; it is tried again at every sync.")
	case transport.Forbids:
		return wording.L("Its address leads where feeds of others may not: to a private place, or to a less safe one. So it is not fetched.")
	}
	return wording.TroubleText(t, address)
}

// whyAiling explains why a library could not be synced, and what can be done about it.
func whyAiling(l lib.Library) string {
	h, at := l.Health, wording.Data{"At": l.Address}
	switch h.Trouble {
	case transport.Full:
		return wording.L("The disk is full, or nearly. Make room on it, and sync again.")
	case transport.LibraryFull:
		return wording.L("The files take as much room as they may. Allow more, or remove files from the disk. What is missing comes with the next sync.")
	case transport.RunLimit:
		return wording.L("As much was fetched as is fetched at a time. The rest comes with the next sync.")
	case transport.Gone:
		return wording.L("What was at {{.At}} was taken away for good. Remove the library, or ask for its new address.", at)
	}
	return cmp.Or(wording.TroubleText(h.Trouble, l.Address), wording.Failure(h.Error))
}

// settingsFor returns the text of the button that opens the settings of a library: what they
// can do about its problem.
func settingsFor(l lib.Library) string {
	switch l.Health.Trouble {
	case transport.SignIn:
		return wording.L("Sign in…")
	case transport.Certificate:
		return wording.L("See the certificate…")
	case transport.LibraryFull:
		return wording.L("Allow more room…")
	}
	return wording.L("Settings…")
}

// failedInTree returns how many files and feeds in the tree could not be fetched. The root
// feed is not in the tree.
func failedInTree(l lib.Library) int {
	switch l.Health.Trouble {
	case transport.Full, transport.LibraryFull, transport.RunLimit, transport.Offline:
		return l.Use.Failed
	}
	if l.Health.Error != "" {
		return l.Use.Failed - 1
	}
	return l.Use.Failed
}
