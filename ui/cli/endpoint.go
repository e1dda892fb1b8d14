package cli

import (
	"slices"
	"strconv"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

type endpointCommands struct {
	List endpointList `cmd:"" help:"List the endpoints that changed something in this store, and what they are called."`
	Name endpointName `cmd:"" help:"Call an endpoint by a name, or take its name away."`
}

// Help gives an example.
func (endpointCommands) Help() string {
	return "Example:\n\n  crossfeed endpoint name gpm7383 'Laptop'"
}

// endpointShape is an endpoint in machine-readable output.
type endpointShape struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	You      bool   `json:"you"`
	Versions int    `json:"versions"`
	Last     string `json:"last"`
}

type endpointList struct{}

// Run lists the endpoints.
func (endpointList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		known, err := e.Endpoints(r.ctx)
		if err != nil {
			return err
		}
		shapes := append([]endpointShape{}, each(known, func(one store.Endpoint) endpointShape {
			return endpointShape{one.By, one.Name, one.By == e.Endpoint(), one.Versions, instant(one.Last)}
		})...)
		if r.flags.JSON {
			return r.json(shapes)
		}
		return r.table("no endpoint changed anything yet", []string{"ID", "NAME", "VERSIONS", "LAST CHANGE"}, each(shapes, endpointShape.cells))
	})
}

func (s endpointShape) cells() []string {
	name := inOneLine(s.Name)
	if s.You && name == "" {
		name = "you"
	} else if s.You {
		name += " (you)"
	}
	return []string{dash(s.ID), name, strconv.Itoa(s.Versions), dash(s.Last)}
}

type endpointName struct {
	ID   string `arg:"" help:"Identifier of the endpoint."`
	Name string `arg:"" optional:"" help:"What it is called. Without one, its name is taken away."`
}

// Run names an endpoint.
func (c endpointName) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if err := e.SetName(r.ctx, c.ID, c.Name); err != nil {
			return err
		}
		known, err := e.Endpoints(r.ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(known, func(one store.Endpoint) bool { return one.By == c.ID })
		if c.Name != "" && (i < 0 || known[i].Versions == 0) {
			r.say("%s changed nothing here yet", c.ID)
		}
		if r.flags.JSON {
			return r.json(map[string]string{"id": c.ID, "name": c.Name})
		}
		if c.Name == "" {
			return r.print("%s: no name", c.ID)
		}
		return r.print("%s: %s", c.ID, inOneLine(c.Name))
	})
}
