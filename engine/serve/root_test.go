package serve_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"crossfeed/engine/serve"
)

// rooted is a feed that says where its reader found it.
func rooted() serve.Feed {
	f := (&list{}).feed("a.xml")
	f.Former = "former.xml"
	f.Write = func(_ context.Context, root string, to io.Writer) error {
		_, err := io.WriteString(to, root)
		return err
	}
	return f
}

func TestADocumentKnowsWhereItsReaderFoundIt(t *testing.T) {
	at := site(t, serve.Options{User: "ray", Password: "x"}, rooted())
	const user = "Authorization: Basic cmF5Ong="
	for _, c := range []struct {
		headers []string
		want    string
	}{
		{nil, at},
		{[]string{"Host: desk.local:8080"}, "http://desk.local:8080"},
		{[]string{"Host: [fe80::1]:80"}, "http://[fe80::1]:80"},
		{[]string{"X-Forwarded-Host: example.com", "X-Forwarded-Proto: https"}, "https://example.com"},
		{[]string{"X-Forwarded-Host: example.com/<a>"}, at},
		{[]string{"X-Forwarded-Host: a@example.com"}, at},
	} {
		if got := ask(t, "GET", at+"/a.xml", append(c.headers, user)...); got.body != c.want {
			t.Errorf("%v: got %q, want %q", c.headers, got.body, c.want)
		}
	}
	if got := ask(t, "GET", at+"/former.xml", user); got.body != at {
		t.Errorf("under its former name: %d %q", got.status, got.body)
	}
}

// Whoever makes up names fills neither disk nor memory, and gets a copy that is right.
func TestOnlySoManyNamesAreRemembered(t *testing.T) {
	at := site(t, serve.Options{}, rooted())
	for i := range 100 {
		named := fmt.Sprintf("http://h%d", i)
		if got := ask(t, "GET", at+"/a.xml", "Host: "+strings.TrimPrefix(named, "http://")); got.body != named && got.body != at {
			t.Errorf("got %q", got.body)
		} else if i > 50 && got.body != at {
			t.Errorf("%s is remembered", named)
		}
	}
}
