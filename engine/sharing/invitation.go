package sharing

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	// opening is the beginning of every link.
	opening = "crossfeed://invite?"
	// closing is the end of every link, which makes it possible to recognize links that were
	// wrapped or cut off.
	closing = "&v=1"
)

// part is a field of an invitation, with its short name in a link.
type part struct {
	name  string
	value *string
}

// parts returns the text fields, in their order in links.
func (i *Invitation) parts() []part {
	return []part{
		{"a", &i.Address}, {"t", &i.Title}, {"w", &i.From}, {"k", &i.Kind}, {"f", (*string)(&i.Format)}, {"d", (*string)(&i.Dialect)},
		{"u", &i.User}, {"c", &i.Fingerprint}, {"r", &i.Answer}, {"i", &i.FeedID},
	}
}

// folderPart is the name of the field for a shared folder.
const folderPart = "s"

// Link returns the invitation as a link: crossfeed://invite?….
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

// escaped encodes everything in a value that a mail program could take for the end of a link.
func escaped(value string) string {
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}

// findLink finds a link in a text, even if it contains line breaks. The error is for a link
// without its end; without any link, it returns nil and no error.
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

// parseLink parses what is between opening and closing.
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

// indexFold is strings.Index ignoring the case of ASCII letters, because some programs write
// schemes in capitals.
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

// mostPart is the maximum size of a part of an invitation in bytes, about the limit of
// browsers for addresses.
const mostPart = 2048

// checked returns the invitation in the form in which it can be used, or why it cannot.
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

// elsewhere matches a path on another system. A person has to choose the corresponding path
// here.
var elsewhere = regexp.MustCompile(`^(/|[A-Za-z]:[\\/]|\\\\)`)

// absolute returns the canonical form of an address. It fails for one that depends on where
// this program runs.
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

// addressOf removes spaces from an address that a broken line left in it. Paths may contain
// spaces.
func addressOf(address string) string {
	if strings.Contains(address, "://") {
		return strings.ReplaceAll(address, " ", "")
	}
	return address
}

// plain returns an error for what is too large or cannot be shown, because people must see
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

// deceives reports whether a character is invisible, or changes the direction of the text
// around it.
func deceives(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
}

// partNames are the names of the parts in errors.
var partNames = map[string]string{
	"a": "address", "t": "name of the list", "w": "name of who invites", "k": "kind", "f": "format", "d": "dialect",
	"u": "user", "c": "fingerprint", "r": "feed that it answers", "i": "feed's identifier",
}

// known returns an error for unknown values.
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

// aboutName and aboutText form the first line of a file, for a person who opens it in a text
// editor.
const (
	aboutName = "Crossfeed invitation"
	aboutText = "Open this file with Crossfeed, by “Open an invitation…”, to share the list. It holds no password."
)

// document is the file: its first line and the invitation.
type document struct {
	About string `json:"Crossfeed invitation"`
	Invitation
}

// WriteFile writes the invitation as a file.
func (i Invitation) WriteFile(w io.Writer) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(document{aboutText, i}); err != nil {
		return fmt.Errorf("writing the invitation: %w", err)
	}
	// The line for a person is the first one.
	if _, err := io.WriteString(w, strings.Replace(text.String(), "{\n ", "{", 1)); err != nil {
		return fmt.Errorf("writing the invitation: %w", err)
	}
	return nil
}

// findDocument finds the contents of an invitation file in a text, or returns nil without an
// error.
func findDocument(text string) (*Invitation, error) {
	name := strings.Index(text, `"`+aboutName+`"`)
	if name < 0 {
		return nil, nil
	}
	begin := strings.LastIndex(text[:name], "{")
	if begin < 0 {
		return nil, &Error{Problem: CutOff}
	}
	var d document
	err := json.NewDecoder(strings.NewReader(joined(text[begin:]))).Decode(&d)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &Error{Problem: CutOff}
	case err != nil:
		return nil, &Error{Problem: Damaged, Err: err}
	}
	return &d.Invitation, nil
}

// joined removes line breaks within the strings of a document, where JSON allows none: a mail
// program broke a long line, either replacing a space or after one.
func joined(text string) string {
	var b strings.Builder
	inText := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && inText && i+1 < len(text):
			b.WriteByte(c)
			i++
			b.WriteByte(text[i])
		case c == '\n' && inText:
			if i > 0 && text[i-1] != ' ' {
				b.WriteByte(' ')
			}
		default:
			inText = inText != (c == '"')
			b.WriteByte(c)
		}
	}
	return b.String()
}
