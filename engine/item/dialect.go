package item

// Format is the format of a document with items.
type Format string

// The formats. OPML is only used by SSE 0.91, not by FeedSync.
const (
	RSS  Format = "rss"
	Atom Format = "atom"
	OPML Format = "opml"
)

// Name returns the common name of the format.
func (f Format) Name() string {
	switch f {
	case OPML:
		return "OPML"
	case Atom:
		return "Atom"
	}
	return "RSS"
}

// Ordered reports whether the lists of a format have order and hierarchy (SSE 0.91 §3.2).
func (f Format) Ordered() bool { return f == OPML }

// Dialect is the edition of the specification that a document uses. Its namespace, not its
// prefix, determines the dialect.
type Dialect string

// The dialects. FeedSync 1.0 and SSE 0.93 have the same model and may be mixed.
const (
	FeedSync10 Dialect = "feedsync-1.0"
	SSE093     Dialect = "sse-0.93"
	SSE091     Dialect = "sse-0.91"
)

// Name returns the common name of the dialect.
func (d Dialect) Name() string {
	switch d {
	case SSE091:
		return "SSE 0.91"
	case SSE093:
		return "SSE 0.93"
	}
	return "FeedSync 1.0"
}

// SameRules reports whether two dialects have the same rules. Dialects with different rules
// are never mixed in one list: after a resolution, the flat history of FeedSync cannot be
// mapped back to the nth update of SSE 0.91.
func (d Dialect) SameRules(other Dialect) bool { return (d == SSE091) == (other == SSE091) }
