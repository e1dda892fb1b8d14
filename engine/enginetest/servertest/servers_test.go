package servertest

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheServersAnswerAndTakeDocuments(t *testing.T) {
	for name, begin := range map[string]func(testing.TB, Options) *Server{"Apache": Apache, "nginx": Nginx, "rclone": Rclone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, Options{})
			for place, address := range s.Places {
				req, err := http.NewRequest(http.MethodPut, address+"probe.xml", strings.NewReader("<probe/>"))
				if err != nil {
					t.Fatal(err)
				}
				if place == Basic {
					req.SetBasicAuth(User, Password)
				}
				a, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				a.Body.Close()
				t.Logf("%s: %d", place, a.StatusCode)
				takes := place == Open || place == Basic || place == Gzip
				if got := a.StatusCode < 300; got != takes {
					t.Errorf("%s answered a PUT with %d", place, a.StatusCode)
				}
			}
		})
	}
}
