package feed

import "bytes"

// Text returns the document that outlines were read from.
func (o *Outlines) Text() *bytes.Reader { return bytes.NewReader(o.text) }
