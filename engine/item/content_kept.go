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
