// Package safekeeping manages the identity of this device, the names of devices, and backups.
// It depends only on the store and on the clock and files it is given, and decides nothing
// that affects other devices (docs/protocol.md, docs/architecture.md).
package safekeeping

import (
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

// The reasons for a new identifier.
const (
	// Copied: the database is another file than before.
	Copied = "copied"
	// Machine: the data folder is on another machine.
	Machine = "machine"
	// Ahead: the feed that this device publishes has changes under its identifier that it
	// never made.
	Ahead = "ahead"
	// Restoring: a backup was restored.
	Restoring = "restored"
	// Asked: a person asked for it.
	Asked = "asked"
)

// atMost is the minimum interval between new identifiers that are taken without a person, so
// that a file system that renumbers its files at each start does not use up identifiers.
const atMost = 24 * time.Hour

// Elsewhere returns the reason why a data folder at one location is not the same as at
// another, or "". A file system may renumber its files but then preserves their creation
// times, so it is another file only if both differ, or if the creation time is not known.
// Properties that are unknown on either side are ignored.
func Elsewhere(was, now store.Home) string {
	switch {
	case isOtherFile(was, now):
		return Copied
	case was.Machine != "" && now.Machine != "" && !slices.Contains(strings.Fields(was.Machine), now.Machine):
		return Machine
	}
	return ""
}

func isOtherFile(was, now store.Home) bool {
	return was.File != "" && now.File != "" && was.File != now.File && (was.Born == "" || now.Born == "" || was.Born != now.Born)
}

// mostMachines is the maximum number of machines to remember for a data folder.
const mostMachines = 20

// HomeSince returns the location to store: a file on a network drive may be used on several
// machines in turn.
func HomeSince(was, now store.Home) store.Home {
	known := strings.Fields(was.Machine)
	if isOtherFile(was, now) {
		known = nil
	}
	if now.Machine != "" && !slices.Contains(known, now.Machine) {
		known = slices.Insert(known, 0, now.Machine)
	}
	now.Machine = strings.Join(known[:min(len(known), mostMachines)], " ")
	return now
}

// MayRenew reports whether a device may take a new identifier without a person, because it has
// not done so within a day. A time far in the future is from a wrong clock, and is ignored.
func MayRenew(d store.Device, now time.Time) bool {
	return !slices.ContainsFunc(d.Former, func(f store.Former) bool {
		age := now.Sub(f.Until)
		return f.Why != Restoring && f.Why != Asked && age < atMost && age > -atMost
	})
}

// Renew gives this device a new identifier, along with the old one's name and the consent to
// publish it. What was held for review because somebody made changes in this device's name is
// read again: with the new identifier, these are changes by another device. For published
// lists, what is published is merged before it is published again (store.Publication.Former).
func Renew(w store.Writer, id, why string, at time.Time) (store.Device, error) {
	d, err := w.Device()
	if err != nil {
		return d, err
	}
	if err := takeName(w, d.ID, id); err != nil {
		return d, err
	}
	if err := noteFormer(w, why == Copied || why == Machine); err != nil {
		return d, err
	}
	if err := reread(w); err != nil {
		return d, err
	}
	d.Former = slices.Insert(d.Former, 0, store.Former{ID: d.ID, Until: at, Why: why})
	d.ID = id
	return d, w.PutDevice(d)
}

// takeName copies the name of the old identifier, and the consent to publish it, to the new
// one.
func takeName(w store.Writer, old, id string) error {
	names, err := w.Names()
	if err != nil {
		return err
	}
	if name := names[old]; name != "" {
		if err := w.PutName(id, name); err != nil {
			return err
		}
	}
	consent, err := w.Consent(old)
	if err != nil || consent == store.Unasked {
		return err
	}
	return w.PutConsent(id, consent)
}

// noteFormer records where feeds were published under the old identifier, and marks every edit
// as seen, because a copy may have published it. If this is the copy, a list may have been
// withdrawn since.
func noteFormer(w store.Writer, isCopy bool) error {
	sets, err := w.Sets()
	if err != nil {
		return err
	}
	last, err := w.LastEdit()
	if err != nil {
		return err
	}
	for _, s := range sets {
		if s.Publication.Address == "" {
			continue
		}
		s.Published = max(s.Published, last)
		s.Publication.Former = s.Publication.Former.With(s.Publication.Address)
		s.Publication.Restored = s.Publication.Restored || isCopy && s.Location != ""
		if _, err := w.PutSet(s); err != nil {
			return err
		}
	}
	return nil
}

// reread drops what is held for review only because of claims in this device's name, and has
// the feeds that made them read as if for the first time.
func reread(w store.Writer) error {
	all, err := w.HeldItems(0)
	if err != nil {
		return err
	}
	feeds := map[int64]map[string]bool{}
	for _, s := range all {
		if s.State != store.Waiting || s.Damaged || slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool { return a.Kind != trust.Forged && a.Kind != trust.Altered }) {
			continue
		}
		if err := w.DropHeldItems(s.Key); err != nil {
			return err
		}
		if feeds[s.Subscription] == nil {
			feeds[s.Subscription] = map[string]bool{}
		}
		feeds[s.Subscription][s.Feed] = true
	}
	return forget(w, feeds)
}

// forget has feeds read as if for the first time, by subscription and address.
func forget(w store.Writer, feeds map[int64]map[string]bool) error {
	if len(feeds) == 0 {
		return nil
	}
	all, err := w.Subscriptions(0)
	if err != nil {
		return err
	}
	for _, s := range all {
		if len(feeds[s.Key]) == 0 {
			continue
		}
		if err := readAnew(w, s, func(address string) bool { return feeds[s.Key][address] }); err != nil {
			return err
		}
	}
	return nil
}

// ReadAnew has the feeds of a list read as if for the first time, because something was
// repeated under the present identifier. A feed that has it under the former one may never
// change again, so it must be merged with the current state here. but is the address of a feed
// whose merging has not ended, and which is read again until it has, or "".
func ReadAnew(w store.Writer, set int64, but string) error {
	all, err := w.Subscriptions(set)
	if err != nil {
		return err
	}
	for _, s := range all {
		if err := readAnew(w, s, func(address string) bool { return address != but }); err != nil {
			return err
		}
	}
	return nil
}

func readAnew(w store.Writer, s store.Subscription, is func(address string) bool) error {
	s.Feeds = maps.Clone(s.Feeds)
	for address, f := range s.Feeds {
		if is(address) {
			f.Known, f.Until = transport.Known{}, ""
			s.Feeds[address] = f
		}
	}
	_, err := w.PutSubscription(s)
	return err
}
