package storage

import (
	"strings"
	"testing"
)

func TestATemporaryFolderThatOthersKeepLockingIsGivenUp(t *testing.T) {
	tries, folder := 0, t.TempDir()
	for fails, ok := range map[int]bool{0: true, mostTries - 1: true, mostTries: false} {
		tries = 0
		got, err := retried(folder, func() (temporary, bool, error) {
			if tries++; tries <= fails {
				return temporary{}, false, nil
			}
			return tryTemporary(folder, backingUp)
		})
		switch {
		case ok && (err != nil || got.path == ""):
			t.Errorf("after %d tries: %+v, %v", fails, got, err)
		case ok:
			if err := got.remove(); err != nil {
				t.Error(err)
			}
		case err == nil || !strings.Contains(err.Error(), folder) || tries != mostTries:
			t.Errorf("after %d tries: %v", tries, err)
		}
	}
}
