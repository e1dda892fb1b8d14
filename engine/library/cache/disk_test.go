package cache_test

import (
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/library/cache"
)

func TestADiskIsACache(t *testing.T) {
	cachetest.Conform(t, func(t *testing.T) cache.Root { return cache.Disk{Folder: t.TempDir() + "/content"} })
}
