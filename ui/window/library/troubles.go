package library

import (
	"cmp"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/ui/say"
)

// WhyNot says why a file could not be fetched, and what can be done about it; "" where the
// kind of the failure has no words.
func WhyNot(t location.Trouble, address string) string {
	switch t {
	case location.TooLarge:
		return lang.L("It is larger than what a library takes in.")
	case location.BrokenOff:
		return lang.L("What came ended too early. It goes on from there when it is tried again.")
	case location.Full:
		return lang.L("There is no room left on the disk. Make some, and try again.")
	case location.NotFound, location.Gone:
		return lang.L("There is nothing at its address. Whoever publishes it has to put it there again; it is tried again at every sync.")
	case location.Forbids:
		return lang.L("Its address leads where feeds of others may not: to a private place, or to a less safe one. So it is not fetched.")
	}
	return say.TroubleText(t, address)
}

// whyAiling says why a library could not be synced, and what can be done about it.
func whyAiling(l engine.Library) string {
	h, at := l.Health, say.Data{"At": l.Address}
	switch h.Trouble {
	case location.Full:
		return lang.L("The disk is full, or nearly. Make room on it, and sync again.")
	case location.LibraryFull:
		return lang.L("The files take as much room as they may. Allow more, or remove files from the disk. What is missing comes with the next sync.")
	case location.RunLimit:
		return lang.L("As much was fetched as is fetched at a time. The rest comes with the next sync.")
	case location.Gone:
		return lang.L("What was at {{.At}} was taken away for good. Remove the library, or ask for its new address.", at)
	}
	return cmp.Or(say.TroubleText(h.Trouble, l.Address), say.Failure(h.Error))
}

// settingsFor is what the button is called that leads to the settings of a library: what
// they do about what is wrong with it.
func settingsFor(l engine.Library) string {
	switch l.Health.Trouble {
	case location.SignIn:
		return lang.L("Sign in…")
	case location.Certificate:
		return lang.L("See the certificate…")
	case location.LibraryFull:
		return lang.L("Allow more room…")
	}
	return lang.L("Settings…")
}

// failedInTree is how many things could not be fetched that stand in the tree: the root feed
// does not.
func failedInTree(l engine.Library) int {
	switch l.Health.Trouble {
	case location.Full, location.LibraryFull, location.RunLimit, location.Offline:
		return l.Use.Failed
	}
	if l.Health.Error != "" {
		return l.Use.Failed - 1
	}
	return l.Use.Failed
}
