package safekeeping

import (
	"context"
	"errors"
	"io"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrStructure: the database file itself is damaged. What can be read has to be copied into a
// new one, while nobody has it open.
var ErrStructure = errors.New("the database itself is damaged: close every Crossfeed and start it again, which rebuilds it")

// Verified is the result of verifying and repairing the data.
type Verified struct {
	// Versions and Items are how many were read. Quarantined versions are damaged and belong
	// to no item.
	Versions    int `json:"versions"`
	Items       int `json:"items"`
	Quarantined int `json:"quarantined"`
	// Faults are the remaining faults.
	Faults []Fault `json:"faults"`
	// Repaired are the faults that were repaired.
	Repaired []Fault `json:"repaired"`
	// Unread are feeds and backups that could not be read, with the reason.
	Unread []string `json:"unread"`
	// Kept is the folder with the data from before the repair, or "".
	Kept string `json:"kept"`
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
}

// VerifyOptions are the options of Verify.
type VerifyOptions struct {
	// Repair fetches damaged data from the feeds and from a backup.
	Repair bool
	// From is the backup; "" is the newest automatic one.
	From string
	// All also examines versions that belong to no item, because items may be missing.
	All bool
	// Kept is the folder that already has a copy of the data before the repair, or "".
	Kept string
	// Note stores the number of damaged items, so that the window shows it until they are
	// repaired. Without Repair, nothing else is written.
	Note bool
	// Progress is called with the number of versions and items read; it may be nil.
	Progress func(done, all int)
}

// Verifier verifies and repairs stored data.
type Verifier struct {
	Store   store.Store
	Backups *Backups
	Places  transport.Places
	// Documents visits the feeds that a list subscribes to.
	Documents func(ctx context.Context, set store.Set, visit func(address string, body io.Reader), failed func(address string, err error)) error
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
	if err != nil || !o.Repair || len(found.Faults) == 0 && !o.All {
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
		Faults: []Fault{}, Repaired: []Fault{}, Unread: []string{},
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
	for _, f := range found.Faults {
		one := Fault{List: names[f.Set], Item: f.Item, Text: f.Text}
		if f.File != "" {
			one.Item = f.File
		}
		if !slices.Contains(all.Faults, one) {
			all.Faults = append(all.Faults, one)
		}
		all.Structure = all.Structure || f.Kind == store.Structure
	}
	return all, err
}
