package cli

import (
	"cmp"
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/attachments"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

type publishCommand struct {
	List     string `arg:"" help:"Name of the list."`
	Location string `arg:"" optional:"" help:"File, folder or address to publish to. End a folder that does not exist yet with a slash. Default: the current location."`
	Window   string `placeholder:"WINDOW" help:"Size of the partial feed: 30d for changes of the last 30 days, 500 for the 500 most recently changed items, 30d,500 for whichever is more, none for no partial feed. The complete feed is published next to it."`
	Public   string `placeholder:"ADDRESS" help:"Address at which others read the feed, if it differs from LOCATION."`
	accessFlags
	Stop   bool `help:"Stop publishing the list. Others keep what they have."`
	Remove bool `help:"With --stop: also remove the feed. With --stop and a LOCATION: remove the feed that was left there when the list was deleted, moved or no longer published."`
}

// publishedShape is the output of publish --json.
type publishedShape struct {
	Set      string `json:"set"`
	Path     string `json:"path"`
	Complete string `json:"complete"`
	Readers  string `json:"readers"`
}

func (c publishCommand) Run(r *run) error {
	access, err := c.access(r, c.Location)
	if err != nil {
		return err
	}
	how := sharing.Options{Location: c.Location, Public: c.Public, Window: c.Window, Access: access}
	switch {
	case c.Remove && !c.Stop:
		return misuse("--remove needs --stop")
	case c.Stop && how != (sharing.Options{}) && (!c.Remove || how != sharing.Options{Location: c.Location, Access: access} || c.Location == ""):
		return misuse("--stop can only be combined with --remove, and with a LOCATION only if --remove is given")
	}
	r.repeatable = true
	return r.with(func(e *engine.Engine) error {
		switch {
		case c.Stop && c.Location != "":
			return c.withdraw(r, e, access)
		case c.Stop:
			return c.stop(r, e)
		}
		done, err := c.publish(r, e, how)
		if err != nil {
			return err
		}
		return c.report(r, done)
	})
}

// publish publishes the list with the given settings, or with those of the last time.
func (c publishCommand) publish(r *run, e *engine.Engine, how sharing.Options) (done publishedShape, err error) {
	done.Set = c.List
	if how == (sharing.Options{}) {
		done.Path, err = e.Sharing.Publish(r.ctx, c.List)
		if errors.Is(err, attachments.ErrUnplaced) || errors.Is(err, sharing.ErrDamaged) {
			r.attend("%v", err)
			err = nil
		}
		if err != nil {
			return done, err
		}
		if done.Path == "" {
			return done, fmt.Errorf("%q is not published; give a LOCATION", c.List)
		}
		set, err := e.Lists.Named(r.ctx, c.List)
		done.Complete = set.Publication.Complete
		return done, err
	}
	if how.Location == "" {
		if err := c.signsIn(r, e, how.Access); err != nil {
			return done, err
		}
	} else {
		if err := r.exposes(e, c.List, how); err != nil {
			return done, err
		}
		if done.Readers, err = r.readers(e, how); err != nil {
			return done, err
		}
	}
	shared, err := e.Sharing.Share(r.ctx, c.List, how)
	done.Path, done.Complete = shared.Address, shared.Complete
	if shared.Unplaced != nil {
		r.attend("%v", shared.Unplaced)
	}
	return done, err
}

// signsIn records which account signs in at the current location of the list.
func (c publishCommand) signsIn(r *run, e *engine.Engine, a transport.Access) error {
	set, err := e.Lists.Named(r.ctx, c.List)
	if a.User != "" || a.Scheme != "" {
		r.signsIn(set.Location, a.User)
	}
	return err
}

// exposes reports how many items become readable when a list is published at a new location.
func (r *run) exposes(e *engine.Engine, list string, how sharing.Options) error {
	set, err := e.Lists.Named(r.ctx, list)
	if err != nil || set.Location == how.Location && !set.Publication.Restored {
		return err
	}
	return r.exposesList(e, list, "everyone who can open "+cmp.Or(how.Public, how.Location))
}

// exposesList reports how many items of a list become readable, if it has any, and to whom.
func (r *run) exposesList(e *engine.Engine, list, who string) error {
	lists, err := e.Lists.All(r.ctx)
	for _, l := range lists {
		if l.Name == list && l.Items > 0 {
			r.message("Your %s in %q will be readable by %s.", count(l.Items, "item"), list, who)
		}
	}
	return err
}

// exposesIn reports what becomes readable when something is added to a published list.
func (r *run) exposesIn(e *engine.Engine, list, what string) error {
	set, err := e.Lists.Named(r.ctx, list)
	if at := set.ReadAt(); err == nil && at != "" {
		r.warnExposed(what, at)
	}
	return err
}

// warnExposed says that something becomes readable to others, and to whom.
func (r *run) warnExposed(what, at string) {
	r.message("%s will be readable by everyone who can open %s.", what, at)
}

// readers reports who will be able to read a list. If that cannot be determined, publishing
// still goes ahead, and reports what is wrong with the location.
func (r *run) readers(e *engine.Engine, how sharing.Options) (who string, err error) {
	readers, err := e.Sharing.WhoCanRead(r.ctx, how)
	if err != nil {
		return audiences[transport.Unknown].name, r.ctx.Err()
	}
	a := audiences[readers.Who]
	text := a.text
	if readers.Detail != "" {
		text += "; " + readers.Detail
	}
	if readers.Who == transport.Unknown {
		text += ". Assume that anyone with the address can"
	}
	r.message("%s.", text)
	return a.name, nil
}

// audiences describes who can read a location, for programs and for people.
var audiences = map[transport.Audience]struct{ name, text string }{
	transport.Unknown:      {"unknown", "Could not determine who can read it"},
	transport.Everyone:     {"everyone", "Anyone with the address can read it"},
	transport.SignedIn:     {"signed-in", "Anyone who can sign in there can read it"},
	transport.ThisUser:     {"this-user", "On this computer, only you can read it"},
	transport.ThisComputer: {"this-computer", "Every user of this computer can read it"},
}

// report prints where the feeds are.
func (c publishCommand) report(r *run, done publishedShape) error {
	if r.flags.JSON {
		return r.json(done)
	}
	if err := r.print("%s", done.Path); err != nil || done.Complete == "" {
		return err
	}
	return r.print("%s", done.Complete)
}

// stop stops publishing the list, and reports what remains.
func (c publishCommand) stop(r *run, e *engine.Engine) error {
	path, err := e.Sharing.StopSharing(r.ctx, c.List, c.Remove)
	if err != nil {
		return err
	}
	if c.Remove {
		r.message("Stopped publishing %q and removed its feed. Others keep what they have.", c.List)
	} else {
		r.message("Stopped publishing %q. Its feed stays where it is. Others keep what they have. To remove the feed: %s", c.List, removedBy(c.List, path))
	}
	return r.jsonOr(publishedShape{Set: c.List, Path: path}, "%s", path)
}

// removedBy names the command that removes a remaining feed.
func removedBy(list, at string) string {
	return commandFor("publish", list, at) + " --stop --remove"
}

// withdraw removes a feed that remained where the list was published.
func (c publishCommand) withdraw(r *run, e *engine.Engine, access transport.Access) error {
	path, err := e.Sharing.Withdraw(r.ctx, c.List, c.Location, access)
	if shared := (*sharing.SharedError)(nil); errors.As(err, &shared) {
		return fmt.Errorf("%w; to stop publishing it, leave out LOCATION", err)
	}
	if err != nil {
		return err
	}
	r.message("Removed the feed of %q at %s. Others keep what they have.", c.List, path)
	return r.jsonOr(publishedShape{Set: c.List, Path: path}, "%s", path)
}
