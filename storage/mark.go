package storage

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

// revisionMark is a small file next to the database with the number of the last change. It is
// written after each commit, so that a write-ahead log that is removed while it holds changes is
// noticed: the database is behind the mark then. It is not forced to the disk; after a power
// failure it may be behind, which tells nothing.
type revisionMark struct {
	path string
	mu   sync.Mutex
	file *os.File
}

func markOf(path string) string { return path + "-mark" }

// set writes the number. A folder that takes no file is no reason not to work.
func (m *revisionMark) set(revision int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		var err error
		if m.file, err = os.OpenFile(m.path, os.O_WRONLY|os.O_CREATE, 0o600); err != nil {
			m.file = nil
			return
		}
	}
	_, _ = m.file.WriteAt(fmt.Appendf(nil, "%20d\n", revision), 0)
}

func (m *revisionMark) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		return nil
	}
	err := m.file.Close()
	m.file = nil
	return err
}

// read is the number, or 0 where there is none.
func (m *revisionMark) read() int64 {
	text, err := os.ReadFile(m.path)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// compareMark finds out how far the database is behind its mark.
func (s *Store) compareMark(ctx context.Context) error {
	marked := s.mark.read() // first: others may commit meanwhile
	if marked == 0 {
		return nil
	}
	revision, err := s.Revision(ctx)
	s.missing = max(0, marked-revision)
	return err
}

// Missing is how many changes were saved that the database did not have when it was opened: its
// write-ahead log was removed, or an older copy was put in its place.
func (s *Store) Missing() int64 { return s.missing }
