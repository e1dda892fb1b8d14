package feed

import "bytes"

// Text is the document that outlines were read from.
func (o *Outlines) Text() *bytes.Reader { return bytes.NewReader(o.text) }
