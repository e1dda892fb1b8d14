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

// idleReaders is how many reading connections stay open.
const idleReaders = 4

// lockWait is how long SQLite itself waits for a lock. Longer waits are made of
// several, so that they end when the caller's context does.
const lockWait = 100 * time.Millisecond

// writerName is the data source of the one connection that writes. A commit is
// on the disk when it returns (synchronous=FULL).
func writerName(path string) string {
	return dataSource(path, url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			busyTimeout(), "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)",
			"journal_size_limit(67108864)", "cache_size(-16384)", "temp_store(MEMORY)",
		},
	})
}

// readerName is the data source of the connections that read.
func readerName(path string) string {
	return dataSource(path, url.Values{"_pragma": {busyTimeout(), "query_only(ON)"}})
}

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
