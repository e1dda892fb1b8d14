package safekeeping

import (
	"context"
	"errors"
	"io"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrStructure means that the file of the store is damaged in itself: what can be read has to be
// copied into a new one, while nobody has it open.
var ErrStructure = errors.New("the database itself is damaged: close every Crossfeed and start it again, which rebuilds it")

// Verified says what verifying the data found, and what repairing it did.
type Verified struct {
	// Versions and Items is how many were read. Quarantined versions are damaged and in no item.
	Versions    int `json:"versions"`
	Items       int `json:"items"`
	Quarantined int `json:"quarantined"`
	// Faults are those that are there now.
	Faults []Fault `json:"faults"`
	// Repaired are those that were repaired.
	Repaired []Fault `json:"repaired"`
	// Unread are feeds and backups that could not be read, with the reason.
	Unread []string `json:"unread"`
	// Kept is the folder with the data as it was before it was repaired, or "".
	Kept string `json:"kept"`
	// Structure reports that the file itself is damaged.
	Structure bool `json:"structure"`
}

// Fault is something damaged.
type Fault struct {
	List string `json:"list"`
	Item string `json:"item"`
	// Text says what is wrong, From where it was fetched from, or "".
	Text string `json:"text"`
	From string `json:"from"`
}

// VerifyOptions say how to verify.
type VerifyOptions struct {
	// Repair fetches what is damaged from the feeds and from a backup.
	Repair bool
	// From is the backup; "" is the newest that was written automatically.
	From string
	// All has every version that belongs to no item looked at as well: items may be missing.
	All bool
	// Kept is the folder that the data as it was is in already, or "".
	Kept string
	// Note has it said in the window how much is damaged until it is repaired: that is all that
	// is written without Repair.
	Note bool
	// Progress is told how many versions and items of all were read; it may be nil.
	Progress func(done, all int)
}

// Verifier verifies what is stored, and repairs it.
type Verifier struct {
	Store   store.Store
	Backups *Backups
	Places  transport.Places
	// Documents visits what is at the feeds that a list reads.
	Documents func(ctx context.Context, set store.Set, visit func(address string, body io.Reader), failed func(address string, err error)) error
	// Changed is called once something was repaired.
	Changed func()
}

// Verify reads everything that is stored. With Repair, what is damaged is taken out of use and
// fetched again; the data as it was is kept. Where ErrStructure is returned, nothing was changed.
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

// Damaged reports whether the store met that it is damaged in itself: the next start rebuilds it.
func (v *Verifier) Damaged() bool { return Damaged(v.Backups.Store) }

// Damaged reports whether a store met that it is damaged in itself: the next start rebuilds it.
func Damaged(st store.Store) bool {
	known, is := st.(interface{ Damaged() bool })
	return is && known.Damaged()
}

// DamagedItems counts the items of which something is damaged: one may have several faults.
func DamagedItems(faults []Fault) int {
	items := map[[2]string]bool{}
	for _, f := range faults {
		items[[2]string{f.List, f.Item}] = true
	}
	return len(items)
}

// noteDamage stores how many items are damaged, so that it is said until they are repaired. A
// file that is damaged in itself is not written to.
func (v *Verifier) noteDamage(ctx context.Context, found Verified) error {
	n := DamagedItems(found.Faults)
	d, err := v.Backups.Device.Stored(ctx)
	if err != nil || found.Structure || d.Damaged == n {
		return err
	}
	return v.Backups.Device.Change(ctx, func(d *store.Device) { d.Damaged = n })
}

// verified names the lists of faults.
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
		err = nil // the faults say so
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
