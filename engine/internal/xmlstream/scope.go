package xmlstream

import "fmt"

// Binding is a namespace declaration in force. The prefix of the default namespace is "".
type Binding struct{ Prefix, Space string }

// Scope has the declarations in force, innermost last.
type Scope []Binding

// Namespaces that are bound without a declaration (Namespaces in XML §3).
const (
	SpaceXML   = "http://www.w3.org/XML/1998/namespace"
	SpaceXMLNS = "http://www.w3.org/2000/xmlns/"
)

// MaxBindings limits the declarations in force at once, because every prefix is looked up in
// them.
const MaxBindings = 1024

// Lookup returns the namespace of a prefix, and the index of its binding, which is -1 for
// "xml" and for no default namespace. ok is false for an undeclared prefix.
func (s Scope) Lookup(prefix string) (space string, index int, ok bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Prefix == prefix {
			return s[i].Space, i, true
		}
	}
	if prefix == "xml" {
		return SpaceXML, -1, true
	}
	return "", -1, prefix == ""
}

// Prefix returns a prefix of a namespace that no inner declaration hides. The default
// namespace does not count.
func (s Scope) Prefix(space string) (string, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Space == space && s[i].Prefix != "" {
			if _, at, _ := s.Lookup(s[i].Prefix); at == i {
				return s[i].Prefix, true
			}
		}
	}
	return "", false
}

// declare adds the declarations of a start tag (Namespaces in XML §3, §6).
func (s *Scanner) declare(t *Token) error {
	for i := range t.Attrs {
		prefix, ok := t.Attrs[i].Declares()
		if !ok {
			continue
		}
		space := t.Attrs[i].Value
		switch {
		case prefix == "xmlns" || space == SpaceXMLNS || (prefix == "xml") != (space == SpaceXML):
			return malformed(t.From, "<%s> may not bind the prefix %q to %q", t.Name, prefix, space)
		case space == "" && prefix != "":
			return malformed(t.From, "<%s> binds the prefix %q to nothing", t.Name, prefix)
		}
		s.scope = append(s.scope, Binding{prefix, space})
	}
	if len(s.scope) > MaxBindings {
		return &fault{t.From, RuleLimit, fmt.Sprintf("more than %d namespace declarations are in force", MaxBindings)}
	}
	return nil
}

// resolve determines the namespace of a start tag, and checks that every prefix in it is
// declared and no attribute occurs twice.
func (s *Scanner) resolve(t *Token) error {
	space, _, ok := s.scope.Lookup(t.Name.Prefix)
	if !ok || t.Name.Prefix == "xmlns" {
		return undeclared(t, t.Name)
	}
	t.Space = space
	for i := range t.Attrs {
		name := t.Attrs[i].Name
		if name.Prefix == "" || name.Prefix == "xmlns" {
			continue
		}
		if _, _, ok := s.scope.Lookup(name.Prefix); !ok {
			return undeclared(t, name)
		}
	}
	return s.unique(t)
}

func undeclared(t *Token, n Name) error {
	return malformed(t.From, "the prefix %q of %q is not declared; add xmlns:%s=\"…\" to <%s>", n.Prefix, n, n.Prefix, t.Name)
}

// fewAttrs is the number of attributes up to which pairwise comparison is faster than a map.
const fewAttrs = 12

// unique refuses two attributes with the same name, even under two prefixes of one namespace
// (XML 1.0 §3.1, Namespaces in XML §6.3).
func (s *Scanner) unique(t *Token) error {
	if len(t.Attrs) <= fewAttrs {
		for i := range t.Attrs {
			for j := range i {
				if t.Attrs[i].Name.Local == t.Attrs[j].Name.Local && s.expanded(t.Attrs[i].Name) == s.expanded(t.Attrs[j].Name) {
					return twice(t, t.Attrs[i].Name)
				}
			}
		}
		return nil
	}
	seen := make(map[Name]bool, len(t.Attrs))
	for i := range t.Attrs {
		n := s.expanded(t.Attrs[i].Name)
		if seen[n] {
			return twice(t, t.Attrs[i].Name)
		}
		seen[n] = true
	}
	return nil
}

// expanded returns an attribute's name with the namespace instead of the prefix.
func (s *Scanner) expanded(n Name) Name {
	if n.Prefix == "" || n.Prefix == "xmlns" {
		return n
	}
	space, _, _ := s.scope.Lookup(n.Prefix)
	return Name{"{" + space, n.Local}
}

func twice(t *Token, n Name) error {
	return malformed(t.From, "<%s> has the attribute %s twice", t.Name, n)
}
