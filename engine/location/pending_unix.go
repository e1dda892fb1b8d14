//go:build !windows

package location

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

// shared is the mode of a published feed before the umask takes from it.
const shared = 0o644

type unixPending struct{ *renameio.PendingFile }

func newPending(path string) (pending, error) {
	f, err := renameio.NewPendingFile(path,
		renameio.WithTempDir(filepath.Dir(path)),
		renameio.WithPermissions(shared),
		renameio.WithExistingPermissions())
	if err != nil {
		return nil, err
	}
	return unixPending{f}, nil
}

func (p unixPending) commit() error { return p.CloseAtomicallyReplace() }

func (p unixPending) discard() error { return p.Cleanup() }
