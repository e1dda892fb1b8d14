package feed

import "time"

// Document is what stands at the level of a feed (RSS channel, Atom feed,
// OPML head).
type Document struct {
	Format  Format
	Dialect Dialect
	// Title, Subtitle and Author are plain text. RSS calls a subtitle the
	// description of the channel.
	Title, Subtitle, Author string
	// ID identifies the feed for good (Atom's feed id).
	ID string
	// Link leads to the page that belongs to the feed, Self to the feed.
	Link, Self string
	// Updated is when the feed last changed; the zero time where it does not say.
	Updated time.Time
	// TTL is how long the feed says that it stays the same (RSS ttl), or 0. It is read
	// only.
	TTL time.Duration
	// Sharing is the feed's own sx:sharing, or nil. It is the publisher's and
	// is never published on (SSE 0.93 §2.2).
	Sharing *Sharing
	// Devices are the names that the feed gives to devices. They are published anew and
	// not published on as foreign markup.
	Devices []Device `json:",omitempty"`
	// Foreign holds the markup at the level of the feed that is neither the
	// format's nor ours, as the children of one element, or "". It is
	// published on (SSE 0.93 §2.1.8).
	Foreign string
	// Unsaid names the elements of the format at the level of the feed that no field
	// says: a document that is made anew has them not. Those that tell of the document
	// and of the program that wrote it are not among them.
	Unsaid []string
	// Problems are those at the level of the feed.
	Problems []Problem
}

// Sharing tells subscribers how a feed is published (sx:sharing, SSE 0.93 §2.2).
type Sharing struct {
	// Since and Until bound what the feed holds. They are opaque, ordered by
	// code point, and come only together: where one is missing, both are "". Those
	// of SSE 0.91 are times for ParseInstant, as they are written, and each may be
	// missing (SSE 0.91 §2.1).
	Since string `json:"since"`
	Until string `json:"until"`
	// Expires is the RFC 3339 time before which the feed should be read again.
	Expires string `json:"expires"`
	// Version and Window are of SSE 0.91; the window is in days.
	Version string `json:"version"`
	Window  int    `json:"window"`
	// Related are other feeds, in the order of the document.
	Related []Related `json:"related"`
}

// Related leads to another feed (sx:related, SSE 0.93 §2.3).
type Related struct {
	Link  string `json:"link"`
	Title string `json:"title"`
	// Type is Complete or Aggregated.
	Type string `json:"type"`
	// Since and Until are of SSE 0.91.
	Since string `json:"since"`
	Until string `json:"until"`
}

// The types of related feeds: all items of this feed, or a feed whose items
// are incorporated into this one.
const (
	Complete   = "complete"
	Aggregated = "aggregated"
)
