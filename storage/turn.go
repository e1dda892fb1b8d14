package storage

import (
	"context"
	"time"
)

// turnPause is how often a process that waits for its turn looks.
const turnPause = time.Millisecond

// takeTurn waits until no other process waits to write. SQLite grants a lock to whoever happens to
// ask next, so a process that writes one transaction after the other would starve the others. The
// turn is held until the transaction has begun: a process that waits for its transaction keeps the
// others from beginning one before it. Without the file, for example because the folder is
// read-only, nobody waits.
func (s *Store) takeTurn(ctx context.Context) (release func()) {
	ctx, cancel := context.WithTimeout(ctx, max(s.patience, lockWait))
	defer cancel()
	if got, err := s.turn.TryLockContext(ctx, turnPause); err != nil || !got {
		return func() {}
	}
	return func() { _ = s.turn.Unlock() } // closing the file releases it at the latest
}
