package record

import (
	"strconv"
	"strings"
)

// Brief is what the file is called, its size and the beginning of its hash, which tells it
// from another one of that name; of a link that others made all that it says.
func (a Attachment) Brief() string {
	const head = 8
	if a.Hash() == "" {
		return a.String()
	}
	return a.Called() + ", " + strconv.FormatInt(a.Size, 10) + " bytes …" + a.Hash()[:head]
}

// BriefFiles says Brief of each of several attachments in the text form, one a line.
func BriefFiles(text string) string {
	all, err := ParseAttachments(text)
	if err != nil {
		return text
	}
	lines := make([]string, len(all))
	for i, a := range all {
		lines[i] = a.Brief()
	}
	return strings.Join(lines, "\n")
}

// String is the text form: link, size and name.
func (a Attachment) String() string {
	return strings.TrimSpace(a.Link + " " + strconv.FormatInt(a.Size, 10) + " " + a.Name)
}

// ParseAttachment reads the text form. Size and name may be missing. The error is a
// *ValueError.
func ParseAttachment(text string) (Attachment, error) {
	link, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	size, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
	a := Attachment{Link: link, Name: strings.TrimSpace(name)}
	if link == "" || strings.ContainsAny(text, "\r\n") {
		return a, wrong(text, NotAnAttachment)
	}
	if size == "" {
		return a, nil
	}
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil || n < 0 {
		return a, wrong(text, NotAnAttachment)
	}
	a.Size = n
	return a, nil
}

// ParseAttachments reads the text form of several, one a line.
func ParseAttachments(text string) ([]Attachment, error) {
	var all []Attachment
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		a, err := ParseAttachment(line)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// FormatAttachments is the text form of several, each link once.
func FormatAttachments(all []Attachment) string {
	seen, lines := map[string]bool{}, []string(nil)
	for _, a := range all {
		if !seen[a.Link] {
			seen[a.Link] = true
			lines = append(lines, a.String())
		}
	}
	return strings.Join(lines, "\n")
}

func canonicalAttachments(text string) (string, error) {
	all, err := ParseAttachments(text)
	return FormatAttachments(all), err
}
