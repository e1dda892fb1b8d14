package engine

import "context"

// Due syncs what is due by its schedule, and tells when the next one is. Nothing due is no
// report. The sets whose lists changed are published.
func (e *Engine) Due(ctx context.Context, o SyncOptions) ([]Report, error) { panic("to be written") }
