package window

import (
	"net/url"

	"crossfeed/ui/window/field"
)

// Browser opens addresses, as fyne.App does.
type Browser interface {
	OpenURL(*url.URL) error
}

// browse has the browser open an address of the web; no other one gets there.
func (w *Window) browse(address string) {
	u, err := url.Parse(address)
	if err == nil && field.CanOpen(address) {
		err = w.Browser.OpenURL(u)
	}
	if err != nil {
		w.Warn(err)
	}
}
