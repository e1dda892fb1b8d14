package conflicts

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"time"
)

// loggedResolution is a resolution in the log. It has the identifiers of endpoints, as in the
// feeds, and identifies versions by the SHA-256 of everything that is shared of them.
type loggedResolution struct {
	At      time.Time `json:"at"`
	List    string    `json:"set"`
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Result  string    `json:"result"`
	Update  int       `json:"update"`
	Deleted bool      `json:"deleted"`
	Undone  bool      `json:"undone"`
	Before  string    `json:"before"`
	After   string    `json:"after"`
	// Versions and Fields are written even if they are empty, for programs that iterate over
	// them.
	Versions []loggedVersion `json:"versions"`
	Fields   []loggedField   `json:"fields"`
}

type loggedVersion struct {
	Letter  string `json:"letter"`
	Hash    string `json:"hash"`
	By      string `json:"by,omitempty"`
	When    string `json:"when,omitempty"`
	Deleted bool   `json:"deleted"`
	// Open reports whether the version was left open.
	Open bool `json:"open"`
}

type loggedField struct {
	Field string `json:"field"`
	Value string `json:"value"`
	// Path is the path of a position, with the titles at that time.
	Path string `json:"path,omitempty"`
	// From is the letter of a version, "hand", "together" or "original". Parts are the letters
	// of the versions for "together", if they are known.
	From     string   `json:"from"`
	Parts    []string `json:"parts,omitempty"`
	Proposed bool     `json:"proposed"`
}

// WriteLog writes resolutions as a JSON array of objects.
func WriteLog(w io.Writer, all []Resolution) error {
	entries := make([]loggedResolution, len(all))
	for i, e := range all {
		entries[i] = logged(e)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(entries)
}

func logged(e Resolution) loggedResolution {
	written := loggedResolution{
		At: e.At.UTC(), List: e.Set, ID: e.Item, Title: e.Title, Result: results[GistOf(e.Decision).Kind],
		Update: e.Update, Deleted: e.Deleted, Undone: e.Undone,
		Before: hex.EncodeToString(e.Before[:]), After: hex.EncodeToString(e.After[:]),
		Versions: make([]loggedVersion, len(e.Versions)), Fields: make([]loggedField, len(e.Fields)),
	}
	for i, v := range e.Versions {
		open := i > 0 && !v.Taken
		written.Versions[i] = loggedVersion{Letter(i), hex.EncodeToString(v.Version[:]), v.By, v.When, v.Deleted, open}
	}
	for i, f := range e.Fields {
		s := SourceOf(f)
		written.Fields[i] = loggedField{f.Field, f.Value, f.Path, fromWord(s.From), nil, f.Proposed}
		if s.From == Together {
			written.Fields[i].Parts = s.Letters()
		}
	}
	return written
}

// results are the words for kinds.
var results = map[Kind]string{Kept: "kept", Took: "took", Merged: "merged", Restored: "original", Deleted: "deleted", Same: "same"}

func fromWord(from int) string {
	switch from {
	case ByHand:
		return "hand"
	case Together:
		return "together"
	case Original:
		return "original"
	}
	return Letter(from)
}
