package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/safekeeping"
)

type deviceNewIdentity struct{}

// Run gives this device a new identifier.
func (deviceNewIdentity) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		old := e.Endpoint()
		if err := e.NewIdentity(r.ctx); err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(map[string]string{"id": e.Endpoint(), "former": old})
		}
		return r.print("%s", e.Endpoint())
	})
}

// renewed says why this device has a new identifier.
var renewed = map[string]string{
	safekeeping.Copied:    "its data folder was copied",
	safekeeping.Machine:   "its data folder is on another machine",
	safekeeping.Ahead:     "what it published has changes that are not in its data",
	safekeeping.Restoring: "a backup was restored",
	safekeeping.Asked:     "you asked for it",
}

// tellRenewals says which new identifiers this device took.
func (r *run) tellRenewals(e *engine.Engine) {
	for _, n := range e.Renewals() {
		r.say("this device has a new identifier, %s instead of %s, because %s: nothing is lost; whoever reads only your old file needs a new invitation", n.New, n.Old, renewed[n.Why])
	}
}
