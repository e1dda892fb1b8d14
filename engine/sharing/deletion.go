package sharing

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// SharedError: a list is published, and the caller has not said what happens to its feed.
type SharedError struct{ List, Address string }

func (e *SharedError) Error() string {
	return fmt.Sprintf("%q is published at %s", e.List, e.Address)
}

// DeleteSet deletes a list; Undo restores it with all its items. A published list is refused
// with a *SharedError: see DeleteShared.
func (sh *Service) DeleteSet(ctx context.Context, name string) error {
	return sh.Edit.DeleteList(ctx, name, func(s store.Set) error {
		if s.Location == "" {
			return nil
		}
		return &SharedError{s.Name, sh.feedAddress(s)}
	})
}

// DeleteShared deletes a published list, removes its feed if remove is set, and returns the
// address of the feed. Undo restores the list; it is published again only if its feed stayed.
func (sh *Service) DeleteShared(ctx context.Context, name string, remove bool) (address string, err error) {
	s, err := store.ReadSet(ctx, sh.Store, name)
	if err != nil {
		return "", err
	}
	switch {
	case s.Location == "":
	case remove:
		address, err = sh.StopSharing(ctx, name, true)
	default:
		address, err = sh.feedAddress(s), sh.noteBehind(ctx, s)
	}
	if err != nil {
		return address, err
	}
	return address, sh.Edit.DeleteList(ctx, name, func(store.Set) error { return nil })
}

// behind returns the feeds of a published list that older versions left in place when the list
// was renamed.
func (sh *Service) behind(ctx context.Context, s store.Set) []string {
	return sh.publisher().Behind(ctx, s, sh.feedAddress(s), sh.Device.ID(), sh.Clock.Now())
}

// noteBehind records those feeds, so that they can be withdrawn once the list is no longer
// published.
func (sh *Service) noteBehind(ctx context.Context, s store.Set) error {
	behind := sh.behind(ctx, s)
	if len(behind) == 0 {
		return nil
	}
	return sh.changePublication(ctx, s.Key, func(p *store.Publication) {
		for _, at := range behind {
			p.Left = p.Left.With(at)
		}
	})
}

// Copies lists the known copies of a list. Exports, other backups and copies that others made
// are unknown.
type Copies struct {
	// Feeds are the addresses of its own feeds, including those that stayed after sharing
	// stopped.
	Feeds []string
	// Devices are the devices whose feeds the list reads.
	Devices []string
	// Backups are the automatic backups that may contain it. Away is a folder of such backups
	// that cannot be read, or "".
	Backups []string
	Away    string
}

// Copies returns the known copies of a list.
func (sh *Service) Copies(ctx context.Context, list string) (c Copies, err error) {
	var set store.Set
	err = store.ViewSet(ctx, sh.Store, list, func(r store.Reader, s store.Set) error {
		set = s
		c.Feeds = s.LeftFeeds()
		if s.Location != "" {
			c.Feeds = append([]string{sh.feedAddress(s)}, c.Feeds...)
		}
		own := append(sh.Device.Former(), sh.Device.ID())
		all, err := r.Subscriptions(s.Key)
		for _, from := range all {
			for _, f := range from.Feeds {
				if f.Author != "" && !slices.Contains(own, f.Author) && !slices.Contains(c.Devices, f.Author) {
					c.Devices = append(c.Devices, f.Author)
				}
			}
		}
		slices.Sort(c.Devices)
		return err
	})
	if err == nil && set.Location != "" {
		c.Feeds = append(c.Feeds, sh.behind(ctx, set)...)
	}
	if err == nil {
		c.Backups, c.Away, err = sh.Backups.Automatic(ctx)
	}
	return c, err
}
