package webdav_test

import (
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/webdav"
)

// files tries something with files of any kind in a server's open folder. Apache gives weak
// ETags to files younger than a second.
func files(try func(servertest.Files) string) func(*testing.T, *bench) string {
	return func(t *testing.T, r *bench) string {
		places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
		t.Cleanup(places["http"].(*webdav.Server).Close)
		return try(servertest.Files{
			TB: t, Places: places, StrongAfter: 1100 * time.Millisecond, Folder: transport.Target{Address: r.Places[servertest.Open] + "files/"},
		})
	}
}
