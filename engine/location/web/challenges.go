package web

import (
	"net/http"
	"strings"

	"github.com/icholy/digest"
)

// challenge is a way of signing in that a server offers (RFC 9110 §11.6.1).
type challenge struct {
	scheme     string
	parameters map[string]string
}

// challenges reads the offers of a 401. A server may put several into one line.
func challenges(h http.Header) []challenge {
	var all []challenge
	for _, line := range h.Values("WWW-Authenticate") {
		for _, part := range split(line) {
			word, rest, _ := strings.Cut(part, " ")
			if word == "" {
				continue
			}
			if !strings.Contains(word, "=") {
				all = append(all, challenge{strings.ToLower(word), map[string]string{}})
				part = rest
			}
			if len(all) > 0 {
				all[len(all)-1].add(part)
			}
		}
	}
	return all
}

// add takes in a parameter, name=value or name="value".
func (c challenge) add(part string) {
	name, value, ok := strings.Cut(part, "=")
	if !ok {
		return
	}
	c.parameters[strings.ToLower(strings.TrimSpace(name))] = unquoted(strings.TrimSpace(value))
}

// split cuts a line at the commas outside of quotes.
func split(line string) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ',' && !quoted:
			parts = append(parts, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	return append(parts, strings.TrimSpace(line[start:]))
}

// unquoted is the text of a quoted string, or the word itself (RFC 9110 §5.6.4).
func unquoted(value string) string {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	var text strings.Builder
	for i := 1; i < len(value)-1; i++ {
		if value[i] == '\\' && i < len(value)-2 {
			i++
		}
		text.WriteByte(value[i])
	}
	return text.String()
}

// digestOf is a challenge in the form of the library that answers it, or nil where it
// cannot (RFC 7616 §3.3).
func digestOf(c challenge) *digest.Challenge {
	d := &digest.Challenge{
		Realm: c.parameters["realm"], Nonce: c.parameters["nonce"], Opaque: c.parameters["opaque"],
		Algorithm: c.parameters["algorithm"], Charset: c.parameters["charset"],
		Stale:    strings.EqualFold(c.parameters["stale"], "true"),
		Userhash: strings.EqualFold(c.parameters["userhash"], "true"),
	}
	for q := range strings.SplitSeq(c.parameters["qop"], ",") {
		if q = strings.ToLower(strings.TrimSpace(q)); q != "" {
			d.QOP = append(d.QOP, q)
		}
	}
	if c.scheme != digestScheme || !digest.CanDigest(d) {
		return nil
	}
	return d
}
