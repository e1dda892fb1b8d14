package web

import (
	"net/http"
	"testing"
)

func TestTheStrongestOfferIsTaken(t *testing.T) {
	const all = `Negotiate, Basic realm="a, b", Digest realm="d", nonce="1", qop="auth,auth-int", Digest realm="e", nonce="2", algorithm=SHA-256, qop="auth", Bearer`
	for _, c := range []struct{ line, scheme, want, realm string }{
		{all, "", "digest", "e"},
		{all, "digest", "digest", "e"},
		{all, "basic", "basic", ""},
		{all, "bearer", "bearer", ""},
		{`Digest realm="d", nonce="1"`, "basic", "", ""},
		{`Digest realm="\"d\"", nonce="1"`, "", "digest", `"d"`},
		{`Digest realm="x", nonce="1", algorithm=SHA-256-sess`, "", "", ""},
		{`Basic`, "", "basic", ""},
		{`realm="x"`, "", "", ""},
		{`,, Basic`, "", "basic", ""},
		{`Basic realm="unfinished`, "", "basic", ""},
		{``, "", "", ""},
	} {
		p := choose(challenges(http.Header{"Www-Authenticate": {c.line}}), c.scheme)
		var got, realm string
		if p != nil {
			got = p.scheme
			if p.challenge != nil {
				realm = p.challenge.Realm
			}
		}
		if got != c.want || realm != c.realm {
			t.Errorf("%s (%s): chose %q %q, want %q %q", c.line, c.scheme, got, realm, c.want, c.realm)
		}
	}
}

// FuzzChallenges shows that nothing a server offers ends the program.
func FuzzChallenges(f *testing.F) {
	f.Add(`Basic realm="a, b", Digest realm="\"", nonce=`)
	f.Fuzz(func(_ *testing.T, line string) {
		choose(challenges(http.Header{"Www-Authenticate": {line}}), "")
	})
}
