package location

import "io"

// Spool makes files for documents on their way. They are gone once they are closed.
type Spool interface {
	// New makes an empty file.
	New() (Spooled, error)
}

// Spooled is a file that is written, then read from its start as often as need be.
type Spooled interface {
	io.ReadWriteSeeker
	io.Closer
}

// TempSpool keeps documents in unnamed files of a folder ("" is the system's for
// temporary files), readable by this user alone.
type TempSpool struct{ Folder string }

// New implements Spool.
func (s TempSpool) New() (Spooled, error) { panic("to be written") }
