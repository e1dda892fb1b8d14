package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

type verifyCommand struct {
	Repair bool   `help:"Restore damaged data from feeds and from a backup. A copy of the data is saved in a folder first."`
	From   string `placeholder:"FILE" help:"With --repair: backup to restore from. Default: the newest weekly backup."`
}

func (c verifyCommand) Run(r *run) error {
	if c.From != "" && !c.Repair {
		return misuse("--from needs --repair")
	}
	done, err := c.verify(r, store.Rescued{})
	if c.Repair && (errors.Is(err, safekeeping.ErrStructure) || errors.Is(err, store.ErrDamaged)) {
		rescued, failed := r.rescue()
		if failed != nil {
			return errors.Join(err, failed)
		}
		done, err = c.verify(r, rescued)
		done.CopyFolder = rescued.DamagedFolder
		done.Repaired = append([]safekeeping.Fault{{Text: "the database was damaged: its readable data was copied to a new one"}}, done.Repaired...)
	}
	if err != nil {
		return err
	}
	return c.report(r, done)
}

// verify reads everything. It does not rebuild a damaged database.
func (c verifyCommand) verify(r *run, rescued store.Rescued) (done safekeeping.Verified, err error) {
	err = r.once(&attempt{}, func(e *engine.Engine) error {
		done, err = e.Verifier.Verify(r.ctx, safekeeping.VerifyOptions{Repair: c.Repair, From: c.From, All: rescued.DamagedFolder != "", CopyFolder: rescued.DamagedFolder})
		return err
	})
	return done, err
}

// rescue copies the readable part of a damaged database into a new one.
func (r *run) rescue() (done store.Rescued, err error) {
	if r.env.Rescue == nil {
		return done, errors.New("this database cannot be repaired; restore a backup")
	}
	dir, err := r.dataDir()
	if err != nil {
		return done, err
	}
	return r.env.Rescue(r.ctx, dir, r.clock().Now(), true)
}

// report reports what was found and repaired.
func (c verifyCommand) report(r *run, v safekeeping.Verified) error {
	r.attention = r.attention || needsAttention(v) // or changes are missing
	if r.flags.JSON {
		return r.json(v)
	}
	for _, f := range v.Repaired {
		r.message("repaired%s: %s%s", about(f), inOneLine(f.Text), from(f))
	}
	for _, f := range v.Unrestored {
		switch {
		case f.File != "":
			r.message("not restored%s: %s, and no feed has it", about(f), inOneLine(f.Text))
		case f.Gone:
			r.message("not restored:%s is in quarantine, and no longer in the list", about(f))
		default:
			r.message("not restored: a version of%s is in quarantine%s", about(f), from(f))
		}
	}
	for _, f := range v.Faults {
		if slices.Contains(v.Unrestored, f) {
			continue
		}
		r.message("damaged%s: %s", about(f), inOneLine(f.Text))
	}
	for _, q := range v.Quarantine {
		r.reportDamagedVersion(q)
	}
	for _, text := range v.Unread {
		r.message("could not be read: %s", text)
	}
	if v.CopyFolder != "" {
		r.message("The previous data is in %s.", inOneLine(v.CopyFolder))
	}
	if len(v.Faults) > 0 && !c.Repair {
		r.message("To restore damaged data from the feeds and a backup, and save a copy of the data first: crossfeed verify --repair")
	}
	if v.Quarantined > 0 {
		r.message("Damaged versions in quarantine: %d. They stay stored, but no item uses them. They are replaced when a feed contains them again.", v.Quarantined)
	}
	if v.Gone() > 0 {
		r.message("To restore items from a backup: crossfeed verify --repair --from BACKUP. To create one again from what can be read: crossfeed item add")
	}
	return r.print("read %d items and %d versions: %s", v.Items, v.Versions, verdict(len(v.Faults)))
}

// needsAttention reports whether something is damaged, or could not be restored.
func needsAttention(v safekeeping.Verified) bool {
	return len(v.Faults) > 0 || v.Structure || len(v.Unrestored) > 0 || v.Gone() > 0
}

// reportDamagedVersion says what can be read of a quarantined version.
func (r *run) reportDamagedVersion(q safekeeping.Quarantined) {
	gone := ""
	if q.Gone {
		gone = ", no longer in the list"
	}
	r.message("in quarantine: %s %s%s, by %s, %s. What can be read of it may be damaged, too:", q.List, q.Item, gone, q.By, q.When)
	if q.Title != q.Fields["title"] {
		r.message("  title in lists: %s", inOneLine(q.Title))
	}
	for _, name := range slices.Sorted(maps.Keys(q.Fields)) {
		r.message("  %s: %s", name, inOneLine(q.Fields[name]))
	}
	if q.Fields == nil {
		r.message("  its content is not well-formed XML; to print it: crossfeed verify --json")
	}
}

func verdict(faults int) string {
	if faults == 0 {
		return "nothing is damaged"
	}
	return fmt.Sprintf("%d damaged", faults)
}

func about(f safekeeping.Fault) string {
	if f.Item == "" {
		return ""
	}
	return " " + f.List + " " + f.Item
}

func from(f safekeeping.Fault) string {
	if f.From == "" {
		return ""
	}
	return ", restored from " + f.From
}

// attempt records how far a command got.
type attempt struct {
	// mends makes the command stop before it begins if an earlier run found damage.
	mends bool
	// damaged is set if the database itself is damaged, begun once the command was running,
	// saved if it saved something, and printed if it printed something.
	damaged, begun, saved, printed bool
}

// with opens the engine, calls do, and closes the engine. If the database itself is damaged,
// it is rebuilt, and do is called again if that repeats nothing.
func (r *run) with(do func(*engine.Engine) error) error {
	a := attempt{mends: r.env.Rescue != nil}
	attention := r.attention
	err := r.once(&a, do)
	if !a.damaged || !a.mends || r.ctx.Err() != nil || a.begun && r.inWindow {
		return err
	}
	failed := r.rebuild()
	switch {
	case !a.begun && failed != nil && err == nil:
		return r.once(&attempt{}, do) // the database is usable as it is; it is rebuilt later
	case errors.Is(failed, store.ErrShared) && err != nil:
		return failed
	case failed != nil:
		return errors.Join(err, failed)
	case !a.printed && (!a.saved || r.repeatable):
		r.attention = attention || r.stillDamaged
		return r.once(&attempt{}, do)
	case err != nil:
		return fmt.Errorf("%w; something was saved before that, so check the result before you run the command again", err)
	}
	return nil
}

// damageable is a store that knows whether its database is damaged.
type damageable interface {
	Damaged() bool
	CheckIndexes(ctx context.Context) error
	Commits() int64
}

// run runs a command, and records what happened.
func (a *attempt) run(r *run, st store.Store, do func() error) error {
	out := r.env.Stdout
	r.env.Stdout = watched{out, &a.printed}
	defer func() { r.env.Stdout = out }()
	known, is := st.(damageable)
	commits := int64(0)
	if is {
		commits = known.Commits()
	}
	a.begun = true
	err := do()
	a.damaged = errors.Is(err, store.ErrDamaged)
	if !is {
		return err
	}
	if errors.Is(err, store.ErrNoItem) || errors.Is(err, store.ErrNoSet) {
		a.damaged = errors.Is(known.CheckIndexes(r.ctx), store.ErrDamaged)
	}
	a.damaged = a.damaged || known.Damaged()
	a.saved = known.Commits() > commits
	return err
}

// watched records whether anything is printed.
type watched struct {
	io.Writer
	printed *bool
}

func (w watched) Write(p []byte) (int, error) {
	*w.printed = *w.printed || len(p) > 0
	return w.Writer.Write(p)
}

// rebuild copies the readable part of a damaged database into a new one, and fetches what is
// missing.
func (r *run) rebuild() error {
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	done, err := r.env.Rescue(r.ctx, dir, r.clock().Now(), false)
	if err != nil {
		return err
	}
	if done.DamagedFolder == "" {
		return nil // the database is sound: the disk failed once
	}
	var found safekeeping.Verified
	err = r.once(&attempt{}, func(e *engine.Engine) error {
		found, err = e.Verifier.Verify(r.ctx, safekeeping.VerifyOptions{Repair: true, All: done.Lost, CopyFolder: done.DamagedFolder})
		return err
	})
	r.rebuilt, r.stillDamaged = done.DamagedFolder, needsAttention(found)
	more := ""
	if n := safekeeping.DamagedItems(found.Lost()); n > 0 {
		more = fmt.Sprintf("; %d items could not be restored; to see what can be read of them: crossfeed verify", n)
	}
	if len(found.Faults) > 0 {
		more += fmt.Sprintf("; %d items are still damaged; to repair them: crossfeed verify --repair", safekeeping.DamagedItems(found.Faults))
	}
	r.message("crossfeed: the database was damaged and has been rebuilt from what could be read; the damaged one is in %s%s", inOneLine(done.DamagedFolder), more)
	return err
}
