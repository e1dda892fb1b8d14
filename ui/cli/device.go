package cli

import (
	"errors"
	"slices"
	"strconv"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

type deviceCommands struct {
	Name deviceName `cmd:"" help:"Show or change the name of this device, and whether its feeds include it."`
	List deviceList `cmd:"" help:"List the people and devices that changed your lists, with their names."`

	NewIdentity deviceNewIdentity `cmd:"" help:"Give this device a new ID, if another copy of its data folder is in use."`
}

// deviceShape describes a device in machine-readable output.
type deviceShape struct {
	ID string `json:"id"`
	// Name is the device's name. According is the device whose feed published the name, or ""
	// if the name comes from the address book or the device itself.
	Name      string `json:"name"`
	According string `json:"according"`
	You       bool   `json:"you"`
	Versions  int    `json:"versions"`
	Last      string `json:"last"`
}

type deviceList struct{}

func (deviceList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		known, err := e.Names.Endpoints(r.ctx)
		if err != nil {
			return err
		}
		book, err := e.Names.Book(r.ctx)
		if err != nil {
			return err
		}
		shapes := append([]deviceShape{}, each(known, func(one store.Endpoint) deviceShape {
			return deviceShape{one.By, book.Name(one.By), book.Label(one.By).According, one.By == e.Device.ID(), one.Versions, instant(one.Last)}
		})...)
		return r.jsonOrTable(shapes, "No device has changed anything yet.", []string{"ID", "NAME", "VERSIONS", "LAST CHANGE"}, each(shapes, func(s deviceShape) []string { return s.cells(book) }))
	})
}

func (s deviceShape) cells(book *item.Names) []string {
	name := ""
	switch {
	case s.You && s.Name == "":
		name = "you"
	case s.You:
		name = inOneLine(s.Name) + " (you)"
	case s.Name != "":
		name = inOneLine(book.English(s.ID))
	}
	return []string{dash(s.ID), name, strconv.Itoa(s.Versions), dash(s.Last)}
}

type deviceName struct {
	Name    *string `arg:"" optional:"" help:"New name; empty to remove it. Default: print the name."`
	Publish *bool   `negatable:"" help:"Include the name in feeds and invitations. They do not include it by default."`
	Of      string  `placeholder:"ID" help:"Name another device in your address book. Nobody else sees that name."`
}

// errConsent is returned for an attempt to decide on behalf of another device.
var errConsent = errors.New("only the device itself can publish its name")

func (c deviceName) Run(r *run) error {
	if c.Of != "" && c.Publish != nil {
		return misuse("--of cannot be combined with --publish or --no-publish: %v", errConsent)
	}
	return r.with(func(e *engine.Engine) error {
		if c.Of != "" {
			return c.other(r, e)
		}
		own, err := e.Names.Own(r.ctx)
		if err != nil {
			return err
		}
		if c.Name == nil && c.Publish == nil {
			return c.report(r, e, own)
		}
		name, publish := own.Name, own.Published
		if c.Name != nil {
			name = *c.Name
			publish = publish && item.CleanName(name) != ""
		}
		if c.Publish != nil {
			publish = *c.Publish
		}
		if publish && item.CleanName(name) == "" {
			return misuse("this device has no name to publish; give it one: crossfeed device name NAME --publish")
		}
		if err := e.Names.SetOwn(r.ctx, name, publish); err != nil {
			return err
		}
		if own, err = e.Names.Own(r.ctx); err != nil {
			return err
		}
		return c.report(r, e, own)
	})
}

// report prints the name of this device, and who can see it.
func (c deviceName) report(r *run, e *engine.Engine, own safekeeping.DeviceName) error {
	if r.flags.JSON {
		return r.json(struct {
			ID        string `json:"id"`
			Name      string `json:"name"`
			Published bool   `json:"published"`
		}{e.Device.ID(), own.Name, own.Published})
	}
	switch {
	case own.Name == "":
		r.message("This device has no name. Others see the beginning of its ID, %s.", item.ShortID(e.Device.ID()))
		return nil
	case own.Published:
		r.message("The name is published with the next sync. To stop publishing it: crossfeed device name --no-publish")
	default:
		r.message("The name is not published. To publish it in feeds and invitations: crossfeed device name --publish")
	}
	return r.print("%s", inOneLine(own.Name))
}

func (c deviceName) other(r *run, e *engine.Engine) error {
	if c.Name != nil {
		if err := e.Names.Set(r.ctx, c.Of, *c.Name); err != nil {
			return err
		}
	}
	known, err := e.Names.Endpoints(r.ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(known, func(one store.Endpoint) bool { return one.By == c.Of })
	if i < 0 || known[i].Versions == 0 {
		r.message("%s has not changed anything here yet.", c.Of)
	}
	book, err := e.Names.Book(r.ctx)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.json(map[string]string{"id": c.Of, "name": book.Name(c.Of)})
	}
	if c.Of == e.Device.ID() {
		return r.print("%s: %s", c.Of, inOneLine(book.Name(c.Of)))
	}
	return r.print("%s: %s", c.Of, inOneLine(book.English(c.Of)))
}

type deviceNewIdentity struct{}

func (deviceNewIdentity) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		old := e.Device.ID()
		if err := e.Device.Renew(r.ctx); err != nil {
			return err
		}
		return r.jsonOr(map[string]string{"id": e.Device.ID(), "former": old}, "%s", e.Device.ID())
	})
}

// renewed explains why this device has a new identifier.
var renewed = map[string]string{
	safekeeping.Copied:    "its data folder was copied",
	safekeeping.Machine:   "its data folder is on another machine",
	safekeeping.Ahead:     "its published feeds contain changes that are missing in its data",
	safekeeping.Restoring: "a backup was restored",
	safekeeping.Asked:     "you asked for it",
}

// reportRenewals reports the new identifiers that this device took.
func (r *run) reportRenewals(e *engine.Engine) {
	for _, n := range e.Device.Renewals() {
		instead := ""
		if n.Old != "" { // there was none if --endpoint replaced it from the start
			instead = " instead of " + n.Old
		}
		r.message("This device has a new ID, %s%s, because %s. Nothing is lost. Anyone who reads only your old feed needs a new invitation.", n.New, instead, renewed[n.Why])
	}
	if why := e.Device.Pending(); why != "" {
		r.message("Another device may have the same ID as this one, because %s. Their edits would be mistaken for edits of one device. This device already got a new ID within the last day, so it keeps that one for now. If both devices are in use: crossfeed device new-identity", renewed[why])
	}
}
