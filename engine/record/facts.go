package record

import (
	"strconv"
	"strings"

	"crossfeed/engine/item"
)

// Facts are what lists show of a record and smart lists ask for. A store keeps
// them beside the item, so that nothing is parsed to list it.
type Facts struct {
	Kind Kind
	// UID is what the record is known by (exchange.Identity), or "": the item's
	// identifier stands for it.
	UID string
	// Done and Cancelled tell what became of a todo.
	Done, Cancelled bool
	// Due and Start are dates in their text form, or "".
	Due, Start string
	// Priority is from 1 to 9, or 0 for none.
	Priority int
	Tags     []string
	// Order is the place by hand, where Ordered tells that there is one.
	Order   int64
	Ordered bool
	// Parent is the UID of the todo that this one is part of, or "".
	Parent string
	// Alarms and Repeats tell that there are some.
	Alarms, Repeats bool
	// Feed tells that an outline names a feed (xmlUrl).
	Feed bool
}

// FactsOf reads the facts of a content.
func FactsOf(c *item.Content) Facts {
	if !mayHold(c) {
		return Facts{Kind: Note}
	}
	return Read(c).facts()
}

// Summary gives what FactsOf and Searched do, of a content that is read once,
// however often it is asked for.
func Summary(c *item.Content) (Facts, []string) {
	if !mayHold(c) && !MayHoldAttachments(c.XML()) {
		return Facts{Kind: Note}, wordsOfNote(c)
	}
	s := c.Once(func() any {
		r := Read(c)
		return summary{r.facts(), r.words()}
	}).(summary)
	return s.facts, s.words
}

// summary is what a store keeps of a record.
type summary struct {
	facts Facts
	words []string
}

func (r Record) facts() Facts {
	f := Facts{Kind: r.Kind, UID: r.tree.uid(), Tags: ParseTags(r.Get("tags"))}
	switch r.Kind {
	case Todo:
		f.ofTodo(r)
	case Outline:
		f.Feed = strings.TrimSpace(r.Get("xmlUrl")) != ""
	}
	return f
}

func (f *Facts) ofTodo(r Record) {
	done, _ := ParseDone(r.Get("done")) // its own text
	f.Done, f.Cancelled = done.Is(), done.Status == Cancelled
	f.Due, f.Start, f.Parent = r.Get("due"), r.Get("start"), r.Get("parent")
	f.Priority, _ = strconv.Atoi(r.Get("priority"))
	order, err := strconv.ParseInt(r.Get("order"), 10, 64)
	f.Order, f.Ordered = order, err == nil
	f.Alarms, f.Repeats = r.Get("alarms") != "", r.Get("repeat") != ""
}

// ParseTags reads the text form of tags.
func ParseTags(text string) []string {
	if text == "" {
		return nil
	}
	all := make([]string, 0, linesIn(text))
	for line := range strings.Lines(text) {
		for _, tag := range splitUnescaped(strings.TrimRight(line, "\r\n"), ',') {
			if tag = strings.TrimSpace(tag); tag != "" {
				all = append(all, tag)
			}
		}
	}
	return all
}

// FormatTags is the text form of tags.
func FormatTags(tags []string) string {
	lines := make([]string, len(tags))
	for i, tag := range tags {
		lines[i] = escape(tag, ",")
	}
	return strings.Join(lines, "\n")
}

func canonicalWords(text string) (string, error) { return FormatTags(ParseTags(text)), nil }
