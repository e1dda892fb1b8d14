package cli

import (
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location"
)

type contentAdd struct {
	Location string `arg:"" help:"Where the root feed lies, or the folder of one."`
	accessFlags
	Title string        `placeholder:"TITLE" help:"What it is called here. Default: the title of the root feed."`
	Every time.Duration `placeholder:"DURATION" help:"How often it is synced by the schedule, such as 6h. Default: 1h."`
	Room  size          `placeholder:"SIZE" help:"How much its files may take, such as 5GB. Default: 20GB."`
	Sync  bool          `help:"Fetch it at once."`
}

// Run adds a library.
func (c contentAdd) Run(r *run) error {
	access, err := c.access(r, c.Location)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		o := engine.LibraryOptions{Title: c.Title, Access: access, Every: c.Every, Room: int64(c.Room)}
		l, err := e.AddLibrary(r.ctx, c.Location, o)
		if err != nil {
			return err
		}
		if l.Plain {
			r.say("nothing in %s links to files (csx:link): it is a feed like any other, and only what it says is kept", l.Address)
		}
		if c.Sync {
			return contentSync{Name: []string{l.Address}}.once(r, e)
		}
		if r.flags.JSON {
			return r.json(describeLibrary(l))
		}
		r.say("%s is in the library: crossfeed content sync fetches it", l.Name)
		return nil
	})
}

type contentChange struct {
	oneLibrary
	accessFlags
	Title  *string        `placeholder:"TITLE" help:"What it is called here; '' is the title of the root feed."`
	Every  *time.Duration `placeholder:"DURATION" help:"How often it is synced by the schedule; 0 is as usual."`
	Room   *size          `placeholder:"SIZE" help:"How much its files may take, such as 5GB; 0 is as usual."`
	Paused *bool          `negatable:"" help:"Sync it only when it is named."`
	Open   bool           `help:"Forget how it is reached: sign in as nobody, and trust what the system trusts."`
}

// Run changes how a library is synced. What is not named stays.
func (c contentChange) Run(r *run) error {
	return r.inLibrary(c.Name, func(e *engine.Engine, l engine.Library) error {
		access, err := c.access(r, l.Address)
		if err != nil {
			return err
		}
		return e.ChangeLibrary(r.ctx, l.Key, func(o *engine.LibraryOptions) {
			if c.Open {
				o.Access = location.Access{}
			}
			if access != (location.Access{}) {
				o.Access = access
			}
			c.onto(o)
		})
	})
}

// onto changes what is named but for the access.
func (c contentChange) onto(o *engine.LibraryOptions) {
	if c.Title != nil {
		o.Title = *c.Title
	}
	if c.Every != nil {
		o.Every = *c.Every
	}
	if c.Room != nil {
		o.Room = int64(*c.Room)
	}
	if c.Paused != nil {
		o.Paused = *c.Paused
	}
}
