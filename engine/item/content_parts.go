package item

import (
	"crypto/sha256"
	"strings"
)

// OfParts is a content of a title, a text and foreign elements, for those who
// make many: it parses nothing and builds no tree. An empty title or text is left
// out. The caller vouches that title and text hold only what XML can hold, and that
// foreign is what Canonical gives of elements, one after the other.
func OfParts(title, text, foreign string) *Content {
	var known strings.Builder
	known.Grow(len(title) + len(text) + 64)
	part(&known, "title", title)
	part(&known, "content", text)
	form := make([]byte, 0, known.Len()+1+len(foreign))
	form = append(append(append(form, known.String()...), 0), foreign...)
	return &Content{
		xml: `<entry xmlns="` + NamespaceAtom + `">` + known.String() + foreign + `</entry>`,
		known: Known{
			Title: title,
			Hash:  sha256.Sum256(form),
			Full:  len(form),
		},
		text: &text,
	}
}

func part(b *strings.Builder, tag, text string) {
	if text == "" {
		return
	}
	b.WriteString("<" + tag + ">")
	_, _ = textEscaper.WriteString(b, text)
	b.WriteString("</" + tag + ">")
}
