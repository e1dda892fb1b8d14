package folder

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"crossfeed/engine/fetch"
	"crossfeed/engine/transport"
)

// ErrVanished means that nothing is left of what was published to a folder of this computer.
var ErrVanished = errors.New("nothing that was published is there: connect its drive, or publish all of it again")

// mostListed is how many folders a run lists to see what is gone.
const mostListed = 100

// written is something that was written: its record, and a function that marks it to be
// written again.
type written struct {
	path string
	last transport.Written
	lost func()
}

// checkWritten finds out what is missing of what was written, so that it is written again. It
// reports what another program has overwritten since, and takes that over only if TakeOver is
// set.
func (r *run) checkWritten(ctx context.Context) error {
	all, check := r.all(), []written(nil)
	if check = all; !r.Whole && !r.TakeOver {
		var err error
		if check, err = r.unlisted(ctx, all); err != nil {
			return err
		}
	}
	lost, err := r.verify(ctx, check)
	if err != nil {
		return err
	}
	if lost > 0 && lost == len(all) && !r.Whole && !r.inPlace && transport.KindOf(r.address) == transport.Local {
		return fmt.Errorf("%s: %w", r.address, ErrVanished)
	}
	return nil
}

// all returns what was written and may still exist.
func (r *run) all() (all []written) {
	for _, name := range slices.Sorted(maps.Keys(r.state.feeds)) {
		if f := r.state.feeds[name]; f.Last.Hash != "" && f.Pending == "" {
			all = append(all, written{name, f.Last, func() {
				f.Last = transport.Written{}
				r.state.feeds[name] = f
			}})
		}
	}
	for _, name := range r.state.paths {
		if f := r.state.files[name]; f.Last.Hash != "" && f.Pending == "" && !r.inPlace {
			all = append(all, written{name, f.Last, func() { f.Last = transport.Written{} }})
		}
	}
	return all
}

// unlisted returns what the folders there do not list, if that is cheap to find out. If there
// are many folders, it lists the root feed's only. Once a folder cannot be listed, it stops.
func (r *run) unlisted(ctx context.Context, all []written) (gone []written, err error) {
	folders := map[string][]written{}
	for _, w := range all {
		folders[path.Dir(w.path)] = append(folders[path.Dir(w.path)], w)
	}
	if len(folders) > mostListed {
		folders = map[string][]written{".": folders["."]}
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		names, err := r.Places.Names(ctx, transport.Target{Address: r.around(folders[dir][0].path), Access: r.state.record.Access})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil && !missing(err) {
			return append(gone, rootOf(all, r.root())...), nil
		}
		there := map[string]bool{}
		for _, name := range names {
			there[transport.Folded(name)] = true // names may be in another normalization
		}
		for _, w := range folders[dir] {
			if !there[transport.Folded(path.Base(w.path))] {
				gone = append(gone, w)
			}
		}
	}
	return gone, nil
}

func rootOf(all []written, root string) []written {
	return slices.DeleteFunc(slices.Clone(all), func(w written) bool { return w.path != root })
}

// verify checks what was written, and counts what is lost.
func (r *run) verify(ctx context.Context, check []written) (lost int, err error) {
	for some := range slices.Chunk(check, mostJobs) {
		more, err := r.verifySome(ctx, some)
		if lost += more; err != nil {
			return lost, err
		}
	}
	return lost, nil
}

// mostJobs is how many jobs are created at a time.
const mostJobs = 1000

// verifySome checks some of it concurrently. The first failure stops it.
func (r *run) verifySome(ctx context.Context, check []written) (lost int, failure error) {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs := make([]fetch.Job[checkResult], len(check))
	for i, w := range check {
		jobs[i].Do = func(ctx context.Context) checkResult {
			l := r.checkOne(ctx, w)
			if l.err != nil {
				stop(l.err)
			}
			return l
		}
		jobs[i].Failed = func(err error) checkResult {
			stop(err)
			return checkResult{err: err}
		}
	}
	err := fetch.Run(inner, jobs, r.limits(), func(i int, l checkResult) {
		r.reporter.checked(check[i].path)
		switch {
		case l.err != nil:
			failure = l.err
		case l.gone, l.other && r.TakeOver:
			lost++
			check[i].lost()
		case l.other:
			r.reporter.skip(check[i].path, ErrOthersWrote)
		}
	}, func(checkResult) {})
	if failure != nil || err != nil {
		failure = context.Cause(inner)
	}
	return lost, failure
}

// checkResult is what was found at the address of something written.
type checkResult struct {
	gone, other bool
	err         error
}

// checkOne checks whether something is still there as written.
func (r *run) checkOne(ctx context.Context, w written) checkResult {
	known := transport.Known{ETag: w.last.ETag, Hash: w.last.Hash}
	there, err := r.Places.Download(ctx, transport.Download{Request: transport.Request{Target: r.target(w.path), Known: known, Now: r.now}})
	var at *transport.Error
	switch {
	case missing(err):
		return checkResult{gone: true}
	case errors.As(err, &at) && at.Trouble == transport.Forbidden:
		return checkResult{} // some servers are write-only
	case err != nil || there.Unchanged:
		return checkResult{err: err}
	}
	hash, _, err := transport.Hash(transport.Until(ctx, there.Body))
	return checkResult{other: hash != w.last.Hash, err: errors.Join(err, there.Body.Close())}
}
