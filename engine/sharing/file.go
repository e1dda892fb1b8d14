package sharing

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

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
