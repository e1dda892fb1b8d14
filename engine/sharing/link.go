package sharing

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"crossfeed/engine/item"
	"crossfeed/engine/transport"
)

const (
	// opening begins every link.
	opening = "crossfeed://invite?"
	// closing ends every link, so that one that was broken into lines, or cut off, is
	// known.
	closing = "&v=1"
)

// part is a field of an invitation, and its short name in a link.
type part struct {
	name  string
	value *string
}

// parts are the fields that are texts, in the order in which links have them.
func (i *Invitation) parts() []part {
	return []part{
		{"a", &i.Address}, {"t", &i.Title}, {"w", &i.From}, {"k", &i.Kind}, {"f", (*string)(&i.Format)}, {"d", (*string)(&i.Dialect)},
		{"u", &i.User}, {"c", &i.Fingerprint}, {"r", &i.Answer}, {"i", &i.FeedID},
	}
}

// folderPart is the name of the field that tells of a shared folder.
const folderPart = "s"

// Link is the invitation as a link: crossfeed://invite?….
func (i Invitation) Link() string {
	var fields []string
	for _, p := range i.parts() {
		if *p.value != "" {
			fields = append(fields, p.name+"="+escaped(*p.value))
		}
	}
	if i.Folder {
		fields = append(fields, folderPart+"=1")
	}
	return opening + strings.Join(fields, "&") + closing
}

// escaped is a value with everything encoded that a mail program could take for the
// end of a link.
func escaped(value string) string {
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}

// findLink finds a link in a text whose line breaks may stand in the middle of it. An
// error tells of one that has no end; there is nil and no link where none begins.
func findLink(text string) (*Invitation, error) {
	at := indexFold(text, opening)
	if at < 0 {
		return nil, nil
	}
	rest := strings.ReplaceAll(text[at+len(opening):], "&amp;", "&")
	rest = strings.Join(strings.Fields(rest), "")
	end := strings.Index(rest, closing)
	if end < 0 {
		return nil, &Error{Problem: CutOff}
	}
	return parseLink(rest[:end])
}

// parseLink reads what stands between opening and closing.
func parseLink(query string) (*Invitation, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, &Error{Problem: Damaged, Err: err}
	}
	var i Invitation
	for _, p := range i.parts() {
		*p.value = values.Get(p.name)
	}
	i.Folder = values.Get(folderPart) == "1"
	return &i, nil
}

// indexFold is strings.Index without regard to the case of ASCII letters: some programs
// write schemes in capitals.
func indexFold(text, what string) int {
	for at := range text {
		if len(text)-at < len(what) {
			break
		}
		if strings.EqualFold(text[at:at+len(what)], what) {
			return at
		}
	}
	return -1
}

// mostPart is the largest part of an invitation, in bytes: as long as browsers let an
// address be.
const mostPart = 2048

// checked is the invitation as it may be used, or why it may not.
func (i Invitation) checked() (Invitation, error) {
	if err := i.plain(); err != nil {
		return Invitation{}, err
	}
	for _, need := range []struct{ name, value string }{
		{"address", i.Address}, {"name of the list", i.Title}, {"kind", i.Kind}, {"format", string(i.Format)}, {"dialect", string(i.Dialect)},
	} {
		if strings.TrimSpace(need.value) == "" {
			return Invitation{}, &Error{Problem: Missing, Part: need.name}
		}
	}
	if err := i.known(); err != nil {
		return Invitation{}, err
	}
	address, err := absolute(i.Address)
	if err != nil {
		return Invitation{}, &Error{Problem: Address, Err: err}
	}
	i.Address = address
	return i, nil
}

// elsewhere is a path of another system: a person says which one it is here.
var elsewhere = regexp.MustCompile(`^(/|[A-Za-z]:[\\/]|\\\\)`)

// absolute is the canonical form of an address. One that depends on where this program
// runs is none.
func absolute(address string) (string, error) {
	switch {
	case strings.Contains(address, "://"):
		return transport.Parse(addressOf(address))
	case filepath.IsAbs(address):
		return transport.Parse(address)
	case elsewhere.MatchString(address):
		return address, nil
	}
	return "", fmt.Errorf("%q is no address", address)
}

// addressOf is an address without the spaces that a broken line left in it; a path may
// have some.
func addressOf(address string) string {
	if strings.Contains(address, "://") {
		return strings.ReplaceAll(address, " ", "")
	}
	return address
}

// plain refuses what is too large or cannot be shown: what a person is shown has to be
// what they agree to.
func (i Invitation) plain() error {
	for _, p := range i.parts() {
		switch {
		case len(*p.value) > mostPart:
			return &Error{Problem: TooLarge}
		case strings.ContainsFunc(*p.value, deceives):
			return &Error{Problem: Control, Part: partNames[p.name]}
		}
	}
	return nil
}

// deceives tells of a character that is not seen, or turns the text around it.
func deceives(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
}

// partNames are what the parts are called in errors.
var partNames = map[string]string{
	"a": "address", "t": "name of the list", "w": "name of who invites", "k": "kind", "f": "format", "d": "dialect",
	"u": "user", "c": "fingerprint", "r": "feed that it answers", "i": "feed's identifier",
}

// known refuses values that mean nothing here.
func (i Invitation) known() error {
	hash, err := hex.DecodeString(i.Fingerprint)
	for _, c := range []struct {
		name string
		ok   bool
	}{
		{"kind", slices.Contains([]string{"todo", "contact", "note", "outline"}, i.Kind)},
		{"format", slices.Contains([]item.Format{item.RSS, item.Atom, item.OPML}, i.Format)},
		{"dialect", slices.Contains([]item.Dialect{item.FeedSync10, item.SSE093, item.SSE091}, i.Dialect)},
		{"fingerprint", i.Fingerprint == "" || err == nil && len(hash) == 32},
	} {
		if !c.ok {
			return &Error{Problem: Unknown, Part: c.name}
		}
	}
	return nil
}
