package place

// Sibling is an item among those of one parent.
type Sibling struct{ ID, Key string }

// Compare orders siblings: by their keys, pair by pair, the fractions as numbers and
// the identifiers by code point; a sibling without a key, or with one that is no
// key, comes after all others, by identifier.
func Compare(a, b Sibling) int { panic("to be written") }

// Between is a key for the item id between two siblings: after left and before right,
// where nil is the beginning or the end. Its fraction depends on the two keys alone,
// so that items put at one place by different endpoints stand in ascending order of
// identifier (SSE 0.91 §3.2). It is the simplest that fits, so keys stay short.
func Between(left, right *Sibling, id string) string { panic("to be written") }

// Last is the key of what was put to the root out of a cycle: it stands after
// everything that a person put anywhere, by identifier.
const Last = "1/0"

// Valid tells whether a text is a key.
func Valid(key string) bool { panic("to be written") }
