package xmlstream

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. An empty-element tag yields a Start and then an End.
const (
	Start Kind = iota + 1
	End
	Text
	CData
	Comment
	ProcInst
)

// Token is one piece of markup or text. It and everything it refers to, except its strings,
// are valid until the next call of Scanner.Next.
type Token struct {
	Kind Kind
	// Name is the name of an element, or a processing instruction's target.
	Name Name
	// Space is the namespace of an element, or "".
	Space string
	// Attrs are the attributes of a Start, including namespace declarations.
	Attrs []Attr
	// From and To are the token's position: byte offsets in the document as UTF-8.
	From, To int64
	// Raw is the token as written. The End of an empty-element tag has none.
	Raw []byte

	value    []byte // content between the delimiters
	expanded string // value with references replaced, if it has any
	replaced bool
}

// Name is a qualified name as written (Namespaces in XML §4).
type Name struct{ Prefix, Local string }

func (n Name) String() string {
	if n.Prefix == "" {
		return n.Local
	}
	return n.Prefix + ":" + n.Local
}

// is reports whether b is the written form of a name.
func (n Name) is(b []byte) bool {
	if n.Prefix == "" {
		return n.Local == string(b)
	}
	at := len(n.Prefix)
	return len(b) > at && string(b[:at]) == n.Prefix && b[at] == ':' && string(b[at+1:]) == n.Local
}

// Attr is an attribute. Its value is normalized (XML 1.0 §3.3.3): line breaks and tabs are
// spaces unless they were written as character references.
type Attr struct {
	Name  Name
	Value string
}

// Declares reports whether the attribute declares a namespace, and returns its prefix: "" is
// the default namespace.
func (a Attr) Declares() (prefix string, ok bool) {
	switch {
	case a.Name.Prefix == "xmlns":
		return a.Name.Local, true
	case a.Name.Prefix == "" && a.Name.Local == "xmlns":
		return "", true
	}
	return "", false
}

// Attr returns the value of the attribute with that name and no prefix, and whether there is
// one.
func (t *Token) Attr(local string) (string, bool) {
	for i := range t.Attrs {
		if t.Attrs[i].Name == (Name{Local: local}) {
			return t.Attrs[i].Value, true
		}
	}
	return "", false
}

// Data returns the text of a Text or CData, the content of a Comment, or the instruction of a
// ProcInst, with line breaks as single line feeds (XML 1.0 §2.11).
func (t *Token) Data() string {
	if t.replaced {
		return t.expanded
	}
	return unixLines(t.value)
}

// Blank reports whether a Text consists of white space only.
func (t *Token) Blank() bool {
	if t.Kind != Text || t.replaced {
		return false
	}
	for _, c := range t.value {
		if !isSpace(c) {
			return false
		}
	}
	return true
}
