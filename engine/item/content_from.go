package item

// MadeFrom is the content of a version that was made from one with another content, whose
// record it lacks (record.Complete). Neither the XML nor the hash says so: only what reads
// records asks (record.Shown). It is c itself where nothing changes.
func (c *Content) MadeFrom(from *Content) *Content {
	if c.from == from || c.from != nil && from != nil && c.from.xml == from.xml {
		return c
	}
	return &Content{xml: c.xml, known: c.known, text: c.text, from: from}
}

// From is the content that MadeFrom was given, or nil.
func (c *Content) From() *Content { return c.from }
