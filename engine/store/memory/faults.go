package memory

import "sync"

// faults makes one call fail. Calls are the start of a view, of an update and
// of its commit, Revision, and every call of a reader or writer.
type faults struct {
	mu    sync.Mutex
	calls int
	at    int
	err   error
}

// FailCall makes the nth call from now fail with err, before it does anything.
// No call fails where n is 0. All later calls of the same view or update fail
// too, the commit included, as they do after a failure of the disk.
func (s *Store) FailCall(n int, err error) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.calls, s.faults.at, s.faults.err = 0, n, err
}

// Calls counts the calls since the last FailCall, so that a test can fail each
// of them in turn and knows when it is through.
func (s *Store) Calls() int {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return s.faults.calls
}

// next counts a call, and is the error of the one that is to fail.
func (f *faults) next() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.at {
		return f.err
	}
	return nil
}
