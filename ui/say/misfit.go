package say

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/feed"
)

// Misfit says why a list cannot read a feed; "" of another failure.
func Misfit(err error) string {
	var mixed *feed.DialectError
	var order *feed.OrderError
	var kind *engine.KindError
	switch {
	case errors.As(err, &mixed):
		return lang.L("The feed is {{.Feed}}; the list is {{.List}}. The two do not go together.", Data{"Feed": Dialect(string(mixed.Dialect)), "List": Dialect(string(mixed.Into))})
	case errors.As(err, &order):
		return lang.L("Only one of the two is an outline.")
	case errors.As(err, &kind):
		return lang.L("Most of the feed is “{{.Kind}}”, and the list is for “{{.Into}}”.", Data{"Kind": Kind(string(kind.Kind)), "Into": Kind(string(kind.Into))})
	}
	return ""
}
