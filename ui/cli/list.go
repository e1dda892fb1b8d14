package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

type listCommands struct {
	Create   listCreate   `cmd:"" help:"Create a list."`
	Ls       listList     `cmd:"" help:"List all lists, and how many items they have."`
	Rename   listRename   `cmd:"" help:"Rename a list."`
	Change   listChange   `cmd:"" help:"Change the kind of an empty list."`
	Delete   listDelete   `cmd:"" help:"Delete a list. Can be undone."`
	Undelete listUndelete `cmd:"" help:"Restore a deleted list with all its items."`
	Upgrade  listUpgrade  `cmd:"" help:"Convert an RSS list from SSE 0.91 to FeedSync 1.0, permanently."`
}

type listCreate struct {
	Name    string       `arg:"" help:"Name of the list."`
	Kind    string       `enum:"todo,contact,note,outline" default:"note" help:"Kind of the items: todo, contact, note or outline."`
	Format  item.Format  `enum:",rss,atom,opml" default:"" help:"Format of the published feed: rss (the default) or atom. Outlines are always opml."`
	Dialect item.Dialect `enum:",feedsync-1.0,sse-0.93,sse-0.91" default:"" help:"Dialect of the published feed: feedsync-1.0 (the default), sse-0.93 or sse-0.91. Outlines are always sse-0.91."`
}

func (c listCreate) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		list, err := e.Lists.Create(r.ctx, lists.New(c))
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(describeList(list))
		}
		r.message("Created list %q.", list.Name)
		return nil
	})
}

type listList struct {
	Deleted bool `help:"List deleted lists instead."`
}

func (c listList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		read, none := e.Lists.All, "No lists. To create one: crossfeed list create NAME"
		if c.Deleted {
			read, none = e.Lists.Deleted, "No deleted lists."
		}
		all, err := read(r.ctx)
		if err != nil {
			return err
		}
		return r.jsonOrTable(each(all, describeList), none,
			[]string{"LIST", "KIND", "ITEMS", "CONFLICTS", "DELETED", "PUBLISHED AT"},
			each(all, func(l lists.List) []string {
				return []string{inOneLine(l.Name), l.Kind, strconv.Itoa(l.Counts.Items),
					strconv.Itoa(l.Conflicted), strconv.Itoa(l.Counts.Trash), l.Location}
			}))
	})
}

type listRename struct {
	Name string `arg:"" help:"Name of the list."`
	To   string `arg:"" help:"The new name."`
}

func (c listRename) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		set, err := e.Edit.RenameList(r.ctx, c.Name, c.To)
		if err != nil {
			return err
		}
		if seen := set.SeenAs(); seen != "" {
			r.message("Renamed the list to %q on this device. Others still see it as %q in %s.", set.Name, seen, set.Location)
		}
		return nil
	})
}

type listDelete struct {
	Name       string `arg:"" help:"Name of the list."`
	RemoveFeed bool   `xor:"feed" help:"Also remove its published feed."`
	KeepFeed   bool   `xor:"feed" help:"Leave its published feed as it is, without further updates. publish --stop --remove removes it later."`
}

func (c listDelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		copies, err := e.Sharing.Copies(r.ctx, c.Name)
		if err != nil {
			return err
		}
		person, err := r.people(e) // the names are unknown once the list is gone
		if err != nil {
			return err
		}
		if c.RemoveFeed || c.KeepFeed {
			return c.shared(r, e, copies, person)
		}
		err = e.Sharing.DeleteSet(r.ctx, c.Name)
		shared := (*sharing.SharedError)(nil)
		if err != nil && !errors.As(err, &shared) {
			return err
		}
		r.reportCopies(copies, person)
		if shared == nil {
			return nil
		}
		return fmt.Errorf("%w; use --remove-feed or --keep-feed (others keep what they have in both cases)", shared)
	})
}

// shared deletes a list that may be published.
func (c listDelete) shared(r *run, e *engine.Engine, copies sharing.Copies, person func(by string) string) error {
	address, err := e.Sharing.DeleteShared(r.ctx, c.Name, c.RemoveFeed)
	switch {
	case err != nil:
		return err
	case address == "":
	case c.RemoveFeed:
		copies.Feeds = slices.DeleteFunc(copies.Feeds, func(at string) bool { return at == address })
		r.message("Deleted list %q and its feed at %s. Others keep what they have.", c.Name, address)
	default:
		r.message("Deleted list %q. Its feed stays at %s and is no longer updated. Others keep what they have. To remove the feed: %s", c.Name, address, removedBy(c.Name, address))
	}
	r.reportCopies(copies, person)
	return nil
}

// reportCopies reports known copies of a list that is being deleted.
func (r *run) reportCopies(copies sharing.Copies, person func(by string) string) {
	if text := wording.Copies(copies, person); text != "" {
		r.message("%s", text)
	}
}

type listChange struct {
	Name string `arg:"" help:"Name of the list."`
	Kind string `enum:"todo,contact,note,outline" required:"" help:"Kind of the items: todo, contact, note or outline."`
}

func (c listChange) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if err := e.Lists.SetKind(r.ctx, c.Name, c.Kind); err != nil {
			return err
		}
		r.message("Changed list %q to kind %s.", c.Name, c.Kind)
		return nil
	})
}

type listUndelete struct {
	Name string `arg:"" help:"Name of the deleted list."`
	As   string `placeholder:"NAME" help:"New name, if another list has the old one."`
}

func (c listUndelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		set, err := e.Edit.RestoreList(r.ctx, c.Name, c.As)
		switch {
		case errors.Is(err, store.ErrNameTaken) && c.As == "":
			return fmt.Errorf("%w; restore it under another name with --as NAME", err)
		case errors.Is(err, store.ErrNoSet):
			return fmt.Errorf("no deleted list %q; to list them: crossfeed list ls --deleted", inOneLine(c.Name))
		case err != nil:
			return err
		case set.Location != "":
			r.message("Restored list %q. It is published at %s again.", set.Name, set.Location)
		default:
			r.message("Restored list %q.", set.Name)
		}
		return nil
	})
}

type listUpgrade struct {
	Name string `arg:"" help:"Name of the list."`
}

// Run upgrades a list, and reports which publishers must upgrade next.
func (c listUpgrade) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if err := e.Lists.Upgrade(r.ctx, c.Name); err != nil {
			return pointed(err, "crossfeed conflict list")
		}
		feeds, err := e.Subscriptions.All(r.ctx, c.Name)
		if err != nil {
			return err
		}
		locations := each(feeds, func(s store.Subscription) string { return s.Location })
		if r.flags.JSON {
			return r.json(upgradeShape{c.Name, item.FeedSync10, locations})
		}
		r.message("Upgraded %q to FeedSync 1.0. Earlier edits can no longer be undone, but stay in the history.", c.Name)
		for _, location := range locations {
			r.message("%s: The feed is refreshed again when its publisher has upgraded the list, too.", location)
		}
		return nil
	})
}

// upgradeShape is an upgraded list in machine-readable output.
type upgradeShape struct {
	Name    string       `json:"name"`
	Dialect item.Dialect `json:"dialect"`
	// Awaits are the subscriptions whose publishers have to upgrade, too.
	Awaits []string `json:"awaits"`
}

// listShape is a list in machine-readable output.
type listShape struct {
	Name       string       `json:"name"`
	Kind       string       `json:"kind"`
	Format     item.Format  `json:"format"`
	Dialect    item.Dialect `json:"dialect"`
	Location   string       `json:"location"`
	Items      int          `json:"items"`
	Conflicted int          `json:"conflicts"`
	Deleted    int          `json:"deleted"`
}

func describeList(l lists.List) listShape {
	return listShape{l.Name, l.Kind, l.Format, l.Dialect, l.Location, l.Counts.Items, l.Conflicted, l.Counts.Trash}
}

// each applies f to every element. The result is never nil, so that JSON has a list.
func each[A, B any](all []A, f func(A) B) []B {
	made := make([]B, 0, len(all))
	for _, a := range all {
		made = append(made, f(a))
	}
	return made
}
