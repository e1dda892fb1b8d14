package library

import (
	"crossfeed/engine"
	"crossfeed/engine/location"
)

// Offline tells that a library was not synced only because this computer was offline.
func Offline(l engine.Library) bool { return l.Health.Trouble == location.Offline }
