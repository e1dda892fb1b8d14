package record

import (
	"cmp"
	"strconv"
	"strings"

	"crossfeed/engine/item"
)

// Facts holds the properties of a record that lists show and smart lists query. A store saves
// them alongside the item, so that listing it needs no parsing.
type Facts struct {
	Kind Kind
	// UID is the record's identity (exchange.Identity), or "" if the item's identifier serves
	// as one.
	UID string
	// Done and Cancelled are the status of a todo.
	Done, Cancelled bool
	// Due and Start are dates in their text form, or "".
	Due, Start string
	// Priority is from 1 to 9, or 0 for none.
	Priority int
	Tags     []string
	// Order is the manual sort position, if Ordered is true.
	Order   int64
	Ordered bool
	// Parent is the UID of the parent todo, Section the section of the list that the todo is
	// in, or "".
	Parent, Section string
	// Alarms and Repeats report whether there are any.
	Alarms, Repeats bool
	// Feed reports whether an outline names a feed (xmlUrl).
	Feed bool
	// PhoneOrEmail is the preferred phone number of a contact, or else the e-mail address.
	// FamilyName is its last name.
	PhoneOrEmail, FamilyName string
}

// FactsOf returns the facts of a content.
func FactsOf(c *item.Content) Facts {
	if !mayHold(c) {
		return Facts{Kind: Note}
	}
	r := Read(c)
	return r.facts(r.Get("tags"))
}

// Summary returns the results of FactsOf and Searched. The content is parsed only once,
// however often Summary is called.
func Summary(c *item.Content) (Facts, []string) {
	if !mayHold(c) && !MayHoldAttachments(c.XML()) {
		return Facts{Kind: Note}, wordsOfNote(c)
	}
	s := c.Once(func() any { return Read(c).summary() }).(summary)
	return s.facts, s.words
}

// summary is what a store saves of a record.
type summary struct {
	facts Facts
	words []string
}

func (r Record) summary() summary {
	tags := r.Get("tags") // there may be many
	return summary{r.facts(tags), r.words(tags)}
}

// facts returns the facts of a record with these tags.
func (r Record) facts(tags string) Facts {
	f := Facts{Kind: r.Kind, UID: r.tree.uid(), Tags: ParseTags(tags)}
	switch r.Kind {
	case Todo:
		f.ofTodo(r)
	case Outline:
		f.Feed = strings.TrimSpace(r.Get("xmlUrl")) != ""
	case Contact:
		f.PhoneOrEmail = cmp.Or(preferredOf(r.Get("phones")), preferredOf(r.Get("emails")))
		f.FamilyName = r.tree.lastName()
	}
	return f
}

// preferredOf returns the preferred one of entries, the first one if none is, or "".
func preferredOf(entries string) (value string) {
	for e, err := range eachEntry(entries) {
		if err == nil && (value == "" || e.Preferred) {
			value = e.Value
		}
		if e.Preferred {
			break
		}
	}
	return value
}

func (f *Facts) ofTodo(r Record) {
	done, _ := ParseDone(r.Get("done")) // formatted by Get
	f.Done, f.Cancelled = done.Is(), done.Status == Cancelled
	f.Due, f.Start, f.Parent, f.Section = r.Get("due"), r.Get("start"), r.Get("parent"), r.Get("section")
	f.Priority, _ = strconv.Atoi(r.Get("priority"))
	order, err := strconv.ParseInt(r.Get("order"), 10, 64)
	f.Order, f.Ordered = order, err == nil
	f.Alarms, f.Repeats = r.Get("alarms") != "", r.Get("repeat") != ""
}

// ParseTags parses the text form of tags.
func ParseTags(text string) []string {
	if text == "" {
		return nil
	}
	all := make([]string, 0, linesIn(text))
	for line := range strings.Lines(text) {
		for tag := range unescapedParts(strings.TrimRight(line, "\r\n"), ',') {
			if tag = strings.TrimSpace(tag); tag != "" {
				all = append(all, tag)
			}
		}
	}
	return all
}

// FormatTags returns the text form of tags.
func FormatTags(tags []string) string {
	var text strings.Builder
	for _, tag := range tags {
		addTag(&text, tag)
	}
	return text.String()
}

// addTag appends a tag to the text form of tags.
func addTag(text *strings.Builder, tag string) {
	if tag != "" {
		addLine(text, escape(tag, ","), text.Len() == 0)
	}
}

func canonicalWords(text string) (string, error) { return FormatTags(ParseTags(text)), nil }
