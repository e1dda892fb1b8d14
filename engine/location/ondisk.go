package location

import "context"

// OnDisk is Places on Files alone: what lies elsewhere is refused with an error that
// wraps ErrScheme.
type OnDisk struct{ Files Files }

// Names implements Places.
func (d OnDisk) Names(ctx context.Context, folder Target) ([]string, error) { panic("to be written") }

// Read implements Places.
func (d OnDisk) Read(ctx context.Context, r Request) (*Response, error) { panic("to be written") }

// Write implements Places.
func (d OnDisk) Write(ctx context.Context, p Put) (Written, error) { panic("to be written") }

// Remove implements Places.
func (d OnDisk) Remove(ctx context.Context, t Target, last Written) error { panic("to be written") }

// Readers implements Places.
func (d OnDisk) Readers(ctx context.Context, t Target) (Readers, error) { panic("to be written") }

var _ Places = OnDisk{}
