package sharing

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/item"
)

// Invitation is the information that a person gives to others to share a list.
type Invitation struct {
	// Address is the absolute address of the feed, or of the shared folder of feeds.
	Address string `json:"address"`
	// Title is the list's name, From the name of the inviting person, or "".
	Title string `json:"title"`
	From  string `json:"from,omitempty"`
	// Kind, Format and Dialect are the list's.
	Kind    string       `json:"kind"`
	Format  item.Format  `json:"format"`
	Dialect item.Dialect `json:"dialect"`
	// Folder reports whether others can put their feeds there, too. Then no answer is needed.
	Folder bool `json:"folder,omitempty"`
	// User is the user name for signing in, if needed. The password is passed on separately.
	User string `json:"user,omitempty"`
	// Fingerprint is the fingerprint of the server's own certificate, if that is how it is
	// trusted.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Answer is set if this is the answer to an invitation: the FeedID of the list that it
	// belongs to.
	Answer string `json:"answer,omitempty"`
	// FeedID is the identifier of the inviting device's feed.
	FeedID string `json:"feed,omitempty"`
}

// Ending is the suffix of the names of invitation files.
const Ending = ".crossfeed"

// mostText is the maximum size in bytes of a text that is searched for an invitation: a long
// mail with quoted text.
const mostText = 256 << 10

// FromText reads a link, or the text of a file, along with any text that a mail program added.
// An error says what is missing.
func FromText(text string) (Invitation, error) {
	if len(text) > mostText {
		return Invitation{}, &Error{Problem: TooLarge}
	}
	if !utf8.ValidString(text) {
		return Invitation{}, &Error{Problem: None}
	}
	plain := unquoted(text)
	found, err := findLink(plain)
	if found == nil {
		var other error
		if found, other = findDocument(plain); other != nil || found == nil {
			return Invitation{}, cmp.Or(err, other, error(&Error{Problem: None}))
		}
	}
	return found.checked()
}

// unquoted normalizes line endings, and removes the quote signs of mail programs.
func unquoted(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "", "\u00ad", "", "\u200b", "").Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		for {
			rest, quoted := strings.CutPrefix(strings.TrimLeft(l, " \t"), ">")
			if !quoted {
				break
			}
			l = strings.TrimPrefix(rest, " ")
		}
		lines[i] = l
	}
	return strings.Join(lines, "\n")
}

// Problem is a kind of problem with an invitation.
type Problem int

// The problems.
const (
	// None: there is no invitation in the text.
	None Problem = iota
	// CutOff: its end is missing. Damaged: it cannot be read.
	CutOff
	Damaged
	// TooLarge: the text, or a part of the invitation, is larger than any invitation.
	TooLarge
	// Missing: a part is missing. Unknown: a part has a value that means nothing here.
	Missing
	Unknown
	// Control: a part has characters that cannot be shown.
	Control
	// Address: feeds cannot be at that address, or it contains a password.
	Address
)

// Error is a problem with an invitation.
type Error struct {
	Problem Problem
	// Part is the affected part, in English, or "".
	Part string
	// Err is the underlying error, or nil.
	Err error
}

// Error describes the problem and what can be done.
func (e *Error) Error() string {
	text := e.Problem.text(e.Part)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

func (p Problem) text(part string) string {
	switch p {
	case CutOff:
		return "the invitation is cut off: ask for it again, as a file perhaps"
	case Damaged:
		return "the invitation is damaged: ask for it again, as a file perhaps"
	case TooLarge:
		return "that is too large to be an invitation"
	case Missing:
		return "the invitation does not say the " + part + ": ask for it again, whole"
	case Unknown:
		return "the invitation has a " + part + " that is not known here: a newer Crossfeed may know it"
	case Control:
		return "the invitation has characters in its " + part + " that cannot be shown: it was damaged or made to deceive"
	case Address:
		return "the invitation has an address that cannot be used"
	}
	return "there is no invitation in it: it begins with " + opening + ", or is a file whose name ends in " + Ending
}
