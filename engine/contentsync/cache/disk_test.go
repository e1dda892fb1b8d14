package cache_test

import (
	"testing"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/enginetest/cachetest"
)

func TestADiskIsACache(t *testing.T) {
	cachetest.Conform(t, func(t *testing.T) cache.Root { return cache.Disk{Folder: t.TempDir() + "/content"} })
}
