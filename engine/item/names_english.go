package item

import "fmt"

// English is a device in English, as the subject or object of a sentence: for commands
// and documents, which speak English whatever the window speaks.
func (b *Names) English(by string) string {
	switch {
	case by == "":
		return "somebody"
	case b != nil && by == b.own:
		return "you"
	}
	return b.Label(by, "you", "somebody").english(b)
}

func (l NameLabel) english(b *Names) string {
	text := l.Name
	switch {
	case text == "":
		return "unnamed device " + l.Short
	case l.Short != "":
		text = fmt.Sprintf("%s (%s)", text, l.Short)
	}
	if l.According == "" {
		return text
	}
	return fmt.Sprintf("%s, according to %s", text, b.Label(l.According, "you", "somebody").alone(b))
}

// alone is english without who said so: the source of a name has no source.
func (l NameLabel) alone(b *Names) string {
	l.According = ""
	return l.english(b)
}
