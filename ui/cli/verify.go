package cli

import (
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

type verifyCommand struct {
	Repair bool   `help:"Fetch what is damaged from the feeds of the lists and from a backup. The data as it was is kept."`
	From   string `placeholder:"FILE" help:"With --repair, the backup to fetch it from. Default: the newest automatic one."`
}

// Help gives an example.
func (verifyCommand) Help() string {
	return "Everything that is stored is read. Nothing is changed without --repair.\n\n" +
		"Example:\n\n  crossfeed verify\n  crossfeed verify --repair --from /media/usb/crossfeed.zip"
}

// Run verifies the data.
func (c verifyCommand) Run(r *run) error {
	if c.From != "" && !c.Repair {
		return misuse("--from goes with --repair")
	}
	done, err := c.verify(r, store.Rescued{})
	if c.Repair && (errors.Is(err, engine.ErrStructure) || errors.Is(err, store.ErrDamaged)) {
		rescued, failed := r.rescue()
		if failed != nil {
			return errors.Join(err, failed)
		}
		done, err = c.verify(r, rescued)
		done.Kept = rescued.Kept
		done.Repaired = append([]engine.Fault{{Text: "the database was damaged: everything in it that can be read is in a new one"}}, done.Repaired...)
	}
	if err != nil {
		return err
	}
	return c.tell(r, done)
}

// verify reads everything. It rebuilds nothing by itself.
func (c verifyCommand) verify(r *run, rescued store.Rescued) (done engine.Verified, err error) {
	err = r.once(&attempt{}, func(e *engine.Engine) error {
		done, err = e.Verify(r.ctx, engine.VerifyOptions{Repair: c.Repair, From: c.From, All: rescued.Kept != "", Kept: rescued.Kept})
		return err
	})
	return done, err
}

// rescue copies what can be read of a damaged database into a new one.
func (r *run) rescue() (done store.Rescued, err error) {
	if r.env.Rescue == nil {
		return done, errors.New("this store cannot be repaired: restore a backup")
	}
	dir, err := r.dataDir()
	if err != nil {
		return done, err
	}
	return r.env.Rescue(r.ctx, dir, r.clock().Now(), true)
}

// tell says what was found and repaired.
func (c verifyCommand) tell(r *run, v engine.Verified) error {
	r.attention = len(v.Faults) > 0 || v.Structure
	if r.flags.JSON {
		return r.json(v)
	}
	for _, f := range v.Repaired {
		r.say("repaired%s: %s%s", about(f), f.Text, from(f))
	}
	for _, f := range v.Faults {
		r.say("damaged%s: %s", about(f), f.Text)
	}
	for _, text := range v.Unread {
		r.say("could not be read: %s", text)
	}
	if v.Kept != "" {
		r.say("the data as it was is in %s", inOneLine(v.Kept))
	}
	if len(v.Faults) > 0 && !c.Repair {
		r.say("crossfeed verify --repair fetches it from the feeds and from a backup")
	}
	if v.Quarantined > 0 {
		r.say("%d damaged versions are in quarantine: nothing reads them", v.Quarantined)
	}
	return r.print("read %d items and %d versions: %s", v.Items, v.Versions, verdict(len(v.Faults)))
}

func verdict(faults int) string {
	if faults == 0 {
		return "nothing is damaged"
	}
	return fmt.Sprintf("%d damaged", faults)
}

func about(f engine.Fault) string {
	if f.Item == "" {
		return ""
	}
	return " " + f.List + " " + f.Item
}

func from(f engine.Fault) string {
	if f.From == "" {
		return ""
	}
	return ", fetched from " + f.From
}
