package cli

import (
	"context"
	"sync"

	"crossfeed/engine"
	"crossfeed/engine/location"
)

// keep reads feeds as they are due until the command is interrupted. What fails is told,
// and tried again by the schedule.
func (c syncCommand) keep(r *run, e *engine.Engine) error {
	var one sync.Mutex
	return e.Keep(r.ctx, engine.Keeping{
		Failed: func(err error) {
			one.Lock()
			defer one.Unlock()
			r.attend("crossfeed: %v", err)
		},
		Sets: c.Set, Folders: location.NewWatcher(e.Endpoint()), Libraries: c.libraries(r, e, &one),
		Sync: func(ctx context.Context, o engine.SyncOptions) {
			reports, err := e.Sync(ctx, o)
			one.Lock()
			defer one.Unlock()
			if err == nil && len(reports) > 0 {
				err = r.reports(reports)
			}
			if err == nil {
				err = r.judge(e, reports)
			}
			if err != nil && ctx.Err() == nil {
				r.attend("crossfeed: %v", err)
			}
		},
	})
}

// libraries syncs libraries as they are due, unless the command names lists.
func (c syncCommand) libraries(r *run, e *engine.Engine, one *sync.Mutex) func(context.Context) {
	if len(c.Set) > 0 || r.env.Content == nil {
		return nil
	}
	return func(ctx context.Context) {
		reports, err := e.SyncLibraries(ctx, true, engine.ContentOptions{})
		one.Lock()
		defer one.Unlock()
		if err == nil && len(reports) > 0 {
			err = r.contentReports(reports)
		}
		if err == nil {
			err = r.judgeContent(reports)
		}
		if err != nil && ctx.Err() == nil {
			r.attend("crossfeed: %v", err)
		}
	}
}
