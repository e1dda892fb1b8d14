package sharing

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/item"
)

// Invitation is what is handed to others.
type Invitation struct {
	// Address is where the feed, or the shared folder of feeds, is read: absolute.
	Address string `json:"address"`
	// Title is the list's name, From who invites (a name, or "").
	Title string `json:"title"`
	From  string `json:"from,omitempty"`
	// Kind, Format and Dialect are those of the list.
	Kind    string       `json:"kind"`
	Format  item.Format  `json:"format"`
	Dialect item.Dialect `json:"dialect"`
	// Folder tells that others can put their feeds there, too: then no answer is needed.
	Folder bool `json:"folder,omitempty"`
	// User is the name to sign in with, where one is needed; the password is told
	// otherwise.
	User string `json:"user,omitempty"`
	// Fingerprint is that of the server's own certificate, where it is trusted by that.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Answer tells that this is the answer to an invitation to the list of that FeedID:
	// it goes into that list.
	Answer string `json:"answer,omitempty"`
	// FeedID is the identifier of the feed of who invites.
	FeedID string `json:"feed,omitempty"`
}

// Ending is what the names of files with invitations end in.
const Ending = ".crossfeed"

// mostText is the largest text in which an invitation is looked for, in bytes: a long
// mail with what it answers to.
const mostText = 256 << 10

// FromText reads a link, or the text of a file, with whatever a mail program put around
// it. An error says what is missing.
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

// unquoted is a text with plain line ends, and without the signs by which mail programs
// quote lines.
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

// Problem is what is wrong with an invitation.
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
	// Address: it is none that feeds can lie at, or holds a password.
	Address
)

// Error tells what is wrong with an invitation.
type Error struct {
	Problem Problem
	// Part names the part that it is about, in English, or "".
	Part string
	// Err is the reason beneath, or nil.
	Err error
}

// Error says what is wrong and what can be done.
func (e *Error) Error() string {
	text := e.Problem.text(e.Part)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap gives the reason beneath.
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
