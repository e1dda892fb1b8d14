package invite

import (
	"net/url"
	"strings"
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
		{"a", &i.Address}, {"t", &i.Title}, {"w", &i.From}, {"k", &i.Kind}, {"f", &i.Format}, {"d", &i.Dialect},
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
