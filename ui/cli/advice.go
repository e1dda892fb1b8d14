package cli

import (
	"regexp"
	"strings"
	"syscall"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/secret"
	"crossfeed/engine/store"
)

// advice are the commands and flags that help with errors of the engine, which knows none.
// They are found by the text, because reports keep what was said and not the error.
var advice = []struct {
	err  error
	with string
}{
	{store.ErrDamaged, "crossfeed verify --repair, crossfeed restore"},
	{store.ErrDamagedItem, "crossfeed verify --repair"},
	{store.ErrNewer, "--data DIR"},
	{store.ErrPublishedThere, "--take-over"},
	{engine.ErrDamaged, "crossfeed verify --repair"},
	{feed.ErrOrder, "crossfeed feed convert"},
	{feed.ErrFamilies, "crossfeed feed convert"},
	{feed.ErrOrder, "crossfeed feed convert"},
	{folder.ErrEmptied, "--stop --remove"},
	{folder.ErrOccupied, "--take-over"},
	{folder.ErrVanished, "--whole"},
	{location.ErrPassword, "--user"},
	{location.ErrProxyPassword, "crossfeed password keep"},
	{secret.ErrSeveral, "crossfeed password keep"},
}

// upgrading is advice of package feed that names the list where it is one's own.
var upgrading = regexp.MustCompile(`pgrade the list( "[^"]+")?`)

// adviceOn is what to add to a failure: what helps, or what to do about a disk that refused.
func adviceOn(text string) string {
	if of := upgrading.FindStringSubmatch(text); of != nil {
		return " (crossfeed set upgrade" + of[1] + ", crossfeed feed convert)"
	}
	for _, a := range advice {
		if strings.Contains(text, a.err.Error()) {
			return " (" + a.with + ")"
		}
	}
	switch {
	case strings.Contains(text, "try again"):
		return ""
	case strings.Contains(text, syscall.ENOSPC.Error()):
		return ": make room and try again"
	case strings.Contains(text, syscall.EIO.Error()), strings.Contains(text, syscall.ENOLCK.Error()):
		return ": check the disk and try again"
	}
	return ""
}
