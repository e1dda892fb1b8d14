package item

// Known is what a content knows of itself besides its XML. A store keeps it, so
// that nothing is parsed to list, compare or merge what it holds.
type Known struct {
	// Title is what Content.Title gives.
	Title string
	// Hash is the same for contents that mean the same in every feed format.
	Hash Hash
	// Full is how many bytes a content says, those included that a format or a
	// tombstone may have dropped.
	Full int
}

// KeptContent is the content that a store kept: what Content.XML wrote, and what
// Content.Known gave with it. The caller vouches for both; nothing is parsed.
func KeptContent(xml string, k Known) *Content { return &Content{xml: xml, known: k} }

// Known is what KeptContent takes beside the XML.
func (c *Content) Known() Known { return c.known }

// Once is what make made of the content when it was first asked for, so that
// what is dear to read is read once: a content never changes. Only record.Summary
// asks, for what it makes of every content.
func (c *Content) Once(make func() any) any {
	if kept := c.once.Load(); kept != nil {
		return *kept
	}
	made := make()
	c.once.Store(&made)
	return made
}
