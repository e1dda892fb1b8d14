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
		return wording.L("waiting", "waiting")
	case lib.OnDemand:
		return wording.L("on-demand", "on demand")
	case lib.Removed:
		return wording.L("removed", "removed")
	case lib.Stale:
		return wording.L("newer-version-available", "newer version available")
	}
	return wording.L("failed-why", "failed: {{.Why}}", wording.Data{"Why": wording.TroubleShort(f.Trouble)})
}

// onTheWay describes the progress of a download.
func onTheWay(d contentsync.Download) string {
	if d.Size <= 0 {
		return wording.L("size-so-far", "{{.Size}} so far", wording.Data{"Size": wording.Bytes(d.Received)})
	}
	return wording.L("percent-of-size", "{{.Percent}}% of {{.Size}}", wording.Data{"Percent": min(d.Received*100/d.Size, 100), "Size": wording.Bytes(d.Size)})
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
		return wording.L("it-is-on-this-computer", "It is on this computer.")
	case lib.Waiting:
		return wording.L("this-file-is-waiting-to-be", "This file is waiting to be downloaded.")
	case lib.OnDemand:
		return wording.L("downloaded-on-demand-press-enter-or", "Downloaded on demand: press Enter or “Download”.")
	case lib.Removed:
		return wording.L("you-removed-this-file-from-this", "You removed this file from this computer. Press Enter or “Download” to download it again.")
	case lib.Stale:
		return wording.L("a-newer-version-is-available-download", "A newer version is available. “Download” replaces the file on this computer.")
	}
	return wording.L("the-download-failed", "The download failed.") + " " + cmp.Or(WhyNot(f.Trouble, f.Address), wording.Failure(f.Error))
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
		return wording.L("the-file-is-larger-than-a", "The file is larger than a library allows.")
	case transport.BrokenOff:
		return wording.L("the-download-was-interrupted-the-next", "The download was interrupted. The next sync resumes it.")
	case transport.Full:
		return wording.L("no-space-left-on-the-disk", "No space left on the disk. Free some space and try again.")
	case transport.NotFound, transport.Gone:
		return wording.L("nothing-found-at-its-address-the", "Nothing found at its address. The publisher has to upload it again; each sync retries it.")
	case transport.Forbids:
		return wording.L("not-downloaded-the-address-points-to", "Not downloaded: the address points to a private or less secure location. Crossfeed does not follow such addresses in feeds of others.")
	}
	return wording.TroubleText(t, address)
}

// whyAiling explains why a library could not be synced, and what can be done about it.
func whyAiling(l lib.Library) string {
	h, at := l.Health, wording.Data{"At": l.Address}
	switch h.Trouble {
	case transport.Full:
		return wording.L("the-disk-is-almost-full-free", "The disk is almost full. Free some space, and sync again.")
	case transport.LibraryFull:
		return wording.L("the-library-has-reached-its-disk-space", "The library has reached its disk space limit. Raise the limit, or remove files from this computer. The next sync downloads the missing files.")
	case transport.RunLimit:
		return wording.L("stopped-at-the-limit-per-sync", "Stopped at the limit per sync. The next sync continues.")
	case transport.Gone:
		return wording.L("the-library-at-at-was-removed", "The library at {{.At}} was removed permanently. Remove it here, or ask for its new address.", at)
	}
	return cmp.Or(wording.TroubleText(h.Trouble, l.Address), wording.Failure(h.Error))
}

// settingsFor returns the text of the button that opens the settings of a library: what they
// can do about its problem.
func settingsFor(l lib.Library) string {
	switch l.Health.Trouble {
	case transport.SignIn:
		return wording.L("sign-in", "Sign in…")
	case transport.Certificate:
		return wording.L("show-certificate", "Show certificate…")
	case transport.LibraryFull:
		return wording.L("raise-limit", "Raise limit…")
	}
	return wording.L("settings-dialog", "Settings…")
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
