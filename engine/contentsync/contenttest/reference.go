package contenttest

import (
	"math/rand/v2"
	"net/url"
	"strings"
)

// reference writes an address as a feed may: whole, without its scheme, from the root
// of its host, or from the feed's folder, with detours, with characters that ought to be
// escaped, with a fragment.
func reference(r *rand.Rand, feed, to string) string {
	from, at := parsed(feed), parsed(to)
	text := to
	switch {
	case from.Scheme != at.Scheme:
	case from.Host == "": // a folder of this computer
		whole := at.EscapedPath()
		beside := relative(from.EscapedPath(), whole)
		text = one(r, to, whole, beside, beside, "./"+beside, "x/../"+beside)
	case from.Host != at.Host:
		text = one(r, to, strings.TrimPrefix(to, at.Scheme+":"))
	default:
		whole := strings.TrimPrefix(to, at.Scheme+"://"+at.Host)
		beside := relative(from.EscapedPath(), whole)
		text = one(r, to, strings.TrimPrefix(to, at.Scheme+":"), whole, beside, beside, "./"+beside, "x/../"+beside, "x/./y/../../"+beside)
	}
	switch r.IntN(6) {
	case 0:
		text = strings.ReplaceAll(text, "%20", " ")
	case 1:
		text = strings.ReplaceAll(text, "%C3%A4", "ä")
	case 2:
		text += "#part"
	}
	return text
}

// relative leads from a document to a path on the same host.
func relative(from, to string) string {
	folder, target := strings.Split(from, "/"), strings.Split(to, "/")
	folder = folder[:len(folder)-1]
	same := 0
	for same < len(folder) && same < len(target)-1 && folder[same] == target[same] {
		same++
	}
	text := strings.Repeat("../", len(folder)-same) + strings.Join(target[same:], "/")
	if first, _, _ := strings.Cut(text, "/"); strings.Contains(first, ":") {
		return "./" + text // or it would be a scheme
	}
	return text
}

func parsed(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u
}

func one(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }
