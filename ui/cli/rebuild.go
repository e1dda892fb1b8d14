package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

// attempt says how far a command came.
type attempt struct {
	// mends has it stop before it begins where an earlier run met damage.
	mends bool
	// damaged tells that the database itself is damaged, and begun that the command was at work.
	// It saved something, or printed something.
	damaged, begun, saved, printed bool
}

// with opens the engine, does something with it, and closes it. A database that is damaged in
// itself is rebuilt, and the command begins anew where nothing is done twice by that.
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
		return r.once(&attempt{}, do) // it can be used as it is, and is rebuilt later
	case errors.Is(failed, store.ErrShared) && err != nil:
		return failed
	case failed != nil:
		return errors.Join(err, failed)
	case !a.printed && (!a.saved || r.repeatable):
		r.attention = attention || r.stillDamaged
		return r.once(&attempt{}, do)
	case err != nil:
		return fmt.Errorf("%w: something was saved before: look before you run it again", err)
	}
	return nil
}

// damageable is a store that knows when it is damaged in itself.
type damageable interface {
	Damaged() bool
	CheckIndexes(ctx context.Context) error
	Commits() int64
}

// run does what a command was asked to, and notes what it met and did.
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

// watched notes that something is printed.
type watched struct {
	io.Writer
	printed *bool
}

func (w watched) Write(p []byte) (int, error) {
	*w.printed = *w.printed || len(p) > 0
	return w.Writer.Write(p)
}

// rebuild copies what can be read of a damaged database into a new one, and fetches what is
// missing in it.
func (r *run) rebuild() error {
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	done, err := r.env.Rescue(r.ctx, dir, r.clock().Now(), false)
	if err != nil {
		return err
	}
	if done.Kept == "" {
		return nil // it is sound: the disk failed once
	}
	var found engine.Verified
	err = r.once(&attempt{}, func(e *engine.Engine) error {
		found, err = e.Verify(r.ctx, engine.VerifyOptions{Repair: true, All: done.Lost, Kept: done.Kept})
		return err
	})
	r.rebuilt, r.stillDamaged = done.Kept, len(found.Faults) > 0
	more := ""
	if r.stillDamaged {
		more = fmt.Sprintf("; %d items are still damaged: crossfeed verify --repair", engine.DamagedItems(found.Faults))
	}
	r.say("crossfeed: the database was damaged and was rebuilt from what can be read of it; the damaged one is in %s%s", inOneLine(done.Kept), more)
	return err
}
