package web

import (
	"net/http/httptest"
	"testing"

	"crossfeed/engine/location/servertest"
)

// FuzzAFileIsNeverAMixture shows that whatever breaks off and changes on the way, what is
// there in the end is the file that the server has then.
func FuzzAFileIsNeverAMixture(f *testing.F) {
	for _, script := range servertest.Scripts() {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		server := servertest.NewFickle(script)
		h := httptest.NewServer(server)
		defer h.Close()
		got := servertest.Stubbornly(t, newClient(t, Options{}), at(h.URL), len(script)+2)
		if got != server.Now() {
			t.Errorf("got %q, want %q", got, server.Now())
		}
	})
}
