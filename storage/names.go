package storage

import (
	"net/url"
	"path/filepath"
	"strconv"
	"time"

	_ "modernc.org/sqlite" // registers the driver
)

// driver is the name under which modernc.org/sqlite registers itself.
const driver = "sqlite"

// lockWait is how long SQLite itself waits for a lock. Longer waits are made of
// several, so that they end when the caller's context does.
const lockWait = 100 * time.Millisecond

// sourceName is the data source of the connections.
func sourceName(path string) string {
	return dataSource(path, url.Values{"_pragma": {busyTimeout()}})
}

// writerSettings are those of a connection that writes. A commit is on the disk when it
// returns (synchronous=FULL).
const writerSettings = `
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = FULL;
	PRAGMA foreign_keys = ON;
	PRAGMA journal_size_limit = 67108864;
	PRAGMA cache_size = -16384;
	PRAGMA temp_store = MEMORY;
	PRAGMA cell_size_check = ON;`

// inspectorName is the data source of a connection that neither makes nor
// changes a database.
func inspectorName(path string) string {
	return dataSource(path, url.Values{"mode": {"ro"}, "_pragma": {busyTimeout()}})
}

func busyTimeout() string {
	return "busy_timeout(" + strconv.FormatInt(lockWait.Milliseconds(), 10) + ")"
}

// dataSource is a file URI, in which an absolute path may hold any character.
func dataSource(path string, query url.Values) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		slashed = "/" + slashed
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: query.Encode()}
	return u.String()
}
