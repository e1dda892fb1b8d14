package conflicts

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Resolution is an entry of the resolution log.
type Resolution struct {
	// Set is the name of the list, which may be deleted by now.
	Set string
	store.Decision
}

// Resolutions returns the resolutions saved on this device, newest first: about one item,
// about one list if id is "", or about all lists if set is "", too. It returns at most limit,
// or all if limit is 0. Resolutions of deleted lists are included.
func (c Service) Resolutions(ctx context.Context, set, id string, limit int) ([]Resolution, error) {
	return store.Read(ctx, c.Store, func(r store.Reader) ([]Resolution, error) {
		sets, err := store.EverySet(r)
		if err != nil {
			return nil, err
		}
		return resolutions(r, sets, set, id, limit)
	})
}

// resolutions returns the resolutions of the lists with a name, or of all lists.
func resolutions(r store.Reader, sets []store.Set, name, id string, limit int) ([]Resolution, error) {
	var all []Resolution
	names := map[int64]string{}
	for _, s := range sets {
		names[s.Key] = s.Name
	}
	keys := []int64{0} // all lists
	if name != "" {
		if keys = named(sets, name); len(keys) == 0 {
			return nil, fmt.Errorf("%s: %w", name, store.ErrNoSet)
		}
	}
	for _, key := range keys {
		found, err := r.Decisions(key, id, limit)
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			all = append(all, Resolution{names[d.Set], d})
		}
	}
	slices.SortFunc(all, func(a, b Resolution) int { return cmp.Compare(b.Key, a.Key) })
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all, nil
}

// named returns the keys of the lists with a name, including deleted ones, since a list can
// have the name of a deleted one.
func named(sets []store.Set, name string) (keys []int64) {
	for _, s := range sets {
		if s.Name == name {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// decided is a session's decision about an item, prepared before the transaction that saves
// it.
type decided struct {
	edit.Ref
	Decision
	versions []store.Considered
	fields   []store.Decided
}

func (c Service) decided(ref edit.Ref, s *Session) (decided, error) {
	now := c.Clock.Now()
	result, err := s.Decision(now)
	if err != nil {
		return decided{}, err
	}
	d := decided{Ref: ref, Decision: Decision{
		Seen:   s.Item(),
		Change: rules.Change{Content: result.Content, Deleted: result.Deleted, Place: result.Place},
		Taken:  result.Taken, Restores: result.Restores,
		Left: result.StillOffered, Offered: s.Offered(),
	}}
	account := s.Account(now)
	for _, v := range account.Versions {
		d.consider(v)
	}
	for _, f := range account.Fields {
		d.fields = append(d.fields, store.Decided{
			Field: f.Field, Value: f.Value, From: f.From, Parts: f.Parts, Original: f.Original, Proposed: f.Proposed,
		})
	}
	return d, nil
}

// consider adds one of the versions that there were to choose from.
func (d *decided) consider(v Weighed) {
	top := v.Top()
	d.versions = append(d.versions, store.Considered{
		Version: store.Identity(v.Version), By: top.By, When: top.When.String(),
		Deleted: v.Deleted, Taken: v.Taken,
	})
}

// addPaths adds the path, as titles, to each position that was decided on, because the titles
// may change later.
func addPaths(t *edit.Transaction, w edit.Work, fields []store.Decided) error {
	for i, f := range fields {
		if f.Field != Place || f.Value == "" {
			continue
		}
		ids, err := edit.PathTo(t, w.Set, ParsePlace(f.Value).Parent)
		if err != nil {
			return err
		}
		var titles []string
		for _, id := range ids {
			title, err := edit.TitleOf(t, w.Set, id)
			if err != nil {
				return err
			}
			titles = append(titles, cmp.Or(title, id))
		}
		fields[i].Path = strings.Join(titles, " › ")
	}
	return nil
}

// noted returns the resolution log's entry, once the resolution was saved.
func (d decided) noted(w edit.Work, saved *item.Item) store.Decision {
	v := saved.Winner
	return store.Decision{
		At: w.At, Set: w.Set, Item: v.ID, Title: v.Title(), Deleted: v.Deleted, Update: v.Updates,
		Before: store.Identity(d.Seen.Winner), After: store.Identity(v),
		Versions: d.versions, Fields: d.fields,
	}
}

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
