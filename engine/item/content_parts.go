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
	form := sha256.New()
	for _, s := range []string{known.String(), "\x00", foreign} {
		_, _ = form.Write([]byte(s))
	}
	c := &Content{
		xml:   `<entry xmlns="` + NamespaceAtom + `">` + known.String() + foreign + `</entry>`,
		known: Known{Title: title, Full: known.Len() + 1 + len(foreign)},
		text:  &text,
	}
	form.Sum(c.known.Hash[:0])
	return c
}

func part(b *strings.Builder, tag, text string) {
	if text == "" {
		return
	}
	b.WriteString("<" + tag + ">")
	_, _ = textEscaper.WriteString(b, text)
	b.WriteString("</" + tag + ">")
}
