package attach

import (
	"sync"
	"time"
)

// Found remembers where files were found, or put, on servers that list nothing: for a day,
// since somebody may take them away. The zero value remembers nothing yet; it may be used
// from several goroutines.
type Found struct {
	mu sync.Mutex
	at map[string]time.Time
}

// lookAgain is after what time it is looked again whether a file lies there.
const lookAgain = 24 * time.Hour

func (f *Found) lately(address string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, there := f.at[address]
	age := now.Sub(at)
	return there && age >= 0 && age < lookAgain
}

func (f *Found) note(address string, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == nil {
		f.at = map[string]time.Time{}
	}
	f.at[address] = now
}
