package safekeeping

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrStructure: the database file itself is damaged. What can be read has to be copied into a
// new one, while nobody has it open.
var ErrStructure = errors.New("the database itself is damaged: close every Crossfeed, and start it again to rebuild it")

// Verified is the result of verifying and repairing the data.
type Verified struct {
	// Versions and Items are how many were read. Quarantined versions are damaged and belong
	// to no item.
	Versions    int `json:"versions"`
	Items       int `json:"items"`
	Quarantined int `json:"quarantined"`
	// Quarantine has what can be read of the quarantined versions.
	Quarantine []Quarantined `json:"quarantine"`
	// Faults are the remaining faults.
	Faults []Fault `json:"faults"`
	// Repaired are the faults that were repaired. Unrestored are the faults whose data could
	// be fetched from nowhere, or not all of it: the damaged versions are in quarantine, and
	// damaged files stay as they are.
	Repaired   []Fault `json:"repaired"`
	Unrestored []Fault `json:"unrestored"`
	// Unread are feeds and backups that could not be read, with the reason.
	Unread []string `json:"unread"`
	// CopyFolder is the folder with the data from before the repair, or "".
	CopyFolder string `json:"kept"`
	// Structure reports whether the database file itself is damaged.
	Structure bool `json:"structure"`
}

// Fault is something damaged.
type Fault struct {
	List string `json:"list"`
	Item string `json:"item"`
	// Text describes the damage. From is where the data was fetched from, or "".
	Text string `json:"text"`
	From string `json:"from"`
	// Gone reports whether a repair removed the item from the list, because nothing readable
	// of it was found.
	Gone bool `json:"gone,omitempty"`
	// File is the item's name for an attached file that is damaged, or "".
	File string `json:"file,omitempty"`
	set  int64
	// attachment is the file's name in the cache.
	attachment string
}

// Quarantined is what can be read of a quarantined version. Any of it may be damaged.
type Quarantined struct {
	List string `json:"list"`
	Item string `json:"item"`
	// Gone reports whether the list lacks the item.
	Gone bool `json:"gone"`
	// By and When say who made the version.
	By   string `json:"by"`
	When string `json:"when"`
	// Title is the title that lists showed.
	Title string `json:"title"`
	// Fields are the fields with a value, or nil if Content is not well-formed.
	Fields record.Values `json:"fields"`
	// Content is the stored text.
	Content string `json:"content"`

	key, set int64
}

// VerifyOptions are the options of Verify.
type VerifyOptions struct {
	// Repair fetches damaged data from the feeds and from a backup.
	Repair bool
	// From is the backup; "" is the newest automatic one. A repair with a backup also looks for
	// the items that an earlier repair could not restore.
	From string
	// All also examines versions that belong to no item, because items may be missing.
	All bool
	// CopyFolder is the folder that already has a copy of the data before the repair, or "".
	CopyFolder string
	// Note stores the number of damaged items, so that the window shows it until they are
	// repaired. Without Repair, nothing else is written.
	Note bool
	// Progress is called with the number of versions and items read; it may be nil.
	Progress func(done, all int)
}

// Files finds and replaces damaged attachments.
type Files interface {
	// Uses calls has for every item that has a file.
	Uses(ctx context.Context, file string, has func(list, item, name string)) error
	// Replace downloads a file again. It returns the feed that it was next to, or "" if there
	// is none; then the file stays as it is.
	Replace(ctx context.Context, file string) (from string, err error)
}

// Verifier verifies and repairs stored data.
type Verifier struct {
	Store   store.Store
	Backups *Backups
	Places  transport.Places
	// Documents visits the feeds that a list subscribes to.
	Documents func(ctx context.Context, set store.Set, visit func(address string, body io.Reader), failed func(address string, err error)) error
	// Files finds and replaces damaged attachments.
	Files Files
	// Changed is called after something was repaired.
	Changed func()
}

// Verify reads everything that is stored. With Repair, damaged data is quarantined and fetched
// again, after copying the data. If it returns ErrStructure, nothing was changed.
func (v *Verifier) Verify(ctx context.Context, o VerifyOptions) (Verified, error) {
	s, err := v.Backups.Service()
	if err != nil {
		return Verified{}, err
	}
	db, is := v.Backups.Store.(Verifiable)
	if !is {
		return Verified{}, ErrNoDatabase
	}
	found, err := s.Verify(ctx, db, o.Progress)
	if err != nil {
		return Verified{}, err
	}
	done, err := v.verified(ctx, found)
	if err == nil && o.Note {
		err = v.noteDamage(ctx, done)
	}
	again := o.From != "" && done.Gone() > 0
	if err != nil || !o.Repair || len(found.Faults) == 0 && !o.All && !again {
		return done, err
	}
	if done.Structure {
		return done, ErrStructure
	}
	r := &repair{Verifier: v, safe: s, db: db, options: o, before: done}
	if err := r.run(ctx, found); err != nil {
		return done, err
	}
	found, err = s.Verify(ctx, db, o.Progress)
	if err != nil {
		return done, err
	}
	after, err := v.verified(ctx, found)
	r.conclude(&after)
	v.Changed()
	if err == nil {
		err = v.noteDamage(ctx, after)
	}
	return after, err
}

// Gone returns the number of items with quarantined versions that their lists lack.
func (v Verified) Gone() int { return len(v.gone()) }

func (v Verified) gone() map[subject]bool {
	gone := map[subject]bool{}
	for _, q := range v.Quarantine {
		if q.Gone {
			gone[subject{q.set, q.Item}] = true
		}
	}
	return gone
}

// filesOf returns a fault for each item that has a damaged file.
func (v *Verifier) filesOf(ctx context.Context, f store.Fault) (all []Fault) {
	err := v.Files.Uses(ctx, f.File, func(list, item, name string) {
		all = append(all, Fault{List: list, Item: item, File: name, Text: "its attached file " + name + " is damaged", attachment: f.File})
	})
	if err != nil || len(all) == 0 { // older versions have it, or nothing can be read
		return []Fault{{Item: f.File, File: f.File, Text: f.Text, attachment: f.File}}
	}
	return all
}

// Lost returns the faults that could not be repaired and whose versions are in quarantine.
func (v Verified) Lost() []Fault {
	return slices.DeleteFunc(slices.Clone(v.Unrestored), func(f Fault) bool { return f.File != "" })
}

// fields returns the fields with a value in a content, or nil if it is not well-formed.
func fields(content string) record.Values {
	c, err := item.ParseContent(content)
	if err != nil {
		return nil
	}
	values := record.Read(c).Values()
	values["title"] = c.Title()
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" })
	return values
}

// Damaged reports whether the store has found its file to be damaged, so that the next start
// rebuilds it.
func (v *Verifier) Damaged() bool { return Damaged(v.Backups.Store) }

// Damaged reports whether a store has found its file to be damaged, so that the next start
// rebuilds it.
func Damaged(st store.Store) bool {
	known, is := st.(interface{ Damaged() bool })
	return is && known.Damaged()
}

// DamagedItems returns the number of damaged items. One item may have several faults.
func DamagedItems(faults []Fault) int {
	items := map[[2]string]bool{}
	for _, f := range faults {
		items[[2]string{f.List, f.Item}] = true
	}
	return len(items)
}

// noteDamage stores the number of damaged items, so that it is shown until they are repaired.
// It does not write to a damaged file.
func (v *Verifier) noteDamage(ctx context.Context, found Verified) error {
	n := DamagedItems(found.Faults)
	d, err := v.Backups.Device.Stored(ctx)
	if err != nil || found.Structure || d.Damaged == n {
		return err
	}
	return v.Backups.Device.Change(ctx, func(d *store.Device) { d.Damaged = n })
}

// verified adds the names of the lists to faults.
func (v *Verifier) verified(ctx context.Context, found store.Verified) (Verified, error) {
	all := Verified{
		Versions: found.Versions, Items: found.Items, Quarantined: found.Quarantined,
		Quarantine: []Quarantined{}, Faults: []Fault{}, Repaired: []Fault{}, Unrestored: []Fault{}, Unread: []string{},
	}
	names := map[int64]string{}
	err := v.Store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		for _, s := range sets {
			names[s.Key] = s.Name
		}
		return err
	})
	if errors.Is(err, store.ErrDamaged) {
		err = nil // the faults report it
	}
	seen := map[Fault]bool{}
	for _, f := range found.Faults {
		some := []Fault{{List: names[f.Set], Item: f.Item, Text: f.Text, set: f.Set}}
		if f.File != "" {
			some = v.filesOf(ctx, f)
		}
		for _, one := range some {
			if !seen[one] {
				seen[one] = true
				all.Faults = append(all.Faults, one)
			}
		}
		all.Structure = all.Structure || f.Kind == store.Structure
	}
	for _, q := range found.Quarantine {
		all.Quarantine = append(all.Quarantine, Quarantined{
			List: names[q.Set], Item: q.Item, Gone: q.Gone, By: q.By, When: q.When,
			Title: q.Title, Fields: fields(q.Content), Content: q.Content, key: q.Key, set: q.Set,
		})
	}
	return all, err
}
