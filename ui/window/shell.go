package window

import (
	"crossfeed/ui/window/snapshot"
)

// host is the window around a page, as its controller sees it.
type host interface {
	// Reload reads anew what is shown. Warn shows an error in the status bar.
	Reload()
	Warn(err error)
	// choose shows a place, showIn an item there, searchFor what matches a text. goHome leads back
	// to the place that is shown.
	choose(at snapshot.Place)
	showIn(at snapshot.Place, it snapshot.Item)
	searchFor(text string)
	goHome()
	// leaveGone leaves a place that no longer exists.
	leaveGone(also ...string)
	// showPage shows a page, and moves the focus there.
	showPage(p page)
	// readItem reads an item anew for the editor.
	readItem(it snapshot.Item)
	unsubscribe(set, location string)
	// idle ends the progress in the status bar, unless something else is running.
	idle()
	OpenInvitation(path string)
	// takeSettings reads the settings, changeLanguage shows the window in their language.
	takeSettings()
	changeLanguage()
	contrast()
	scale(steps int)
}
