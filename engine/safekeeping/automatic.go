package safekeeping

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/store"
)

// minBackups is how many backups of a kind are kept at least. keptFor is how long each backup
// is kept that the program made before large changes.
const (
	minBackups      = 3
	backupRetention = 90 * 24 * time.Hour
)

// madeAt is the format of the time in the name of a backup that the program made before large
// changes.
const madeAt = "2006-01-02T150405Z"

// week is the interval between automatic backups, retry the wait after a failed one.
const (
	week  = 7 * 24 * time.Hour
	retry = time.Hour
)

// backUpBefore backs up a store into the data folder before a large change, unless the store is
// empty. kept is the file.
func (s Service) backUpBefore(ctx context.Context, st store.Store, why, device string, now time.Time) (kept string, err error) {
	if s.Folder == "" {
		return "", nil
	}
	if st != nil {
		if empty, err := isEmpty(ctx, st); empty || err != nil {
			return "", err
		}
	}
	folder := filepath.Join(s.Folder, "backups")
	if err := s.Files.MakeFolder(folder); err != nil {
		return "", err
	}
	there, err := s.Files.Names(folder)
	if err != nil {
		return "", err
	}
	name := func(at time.Time) string { return why + "-" + at.UTC().Format(madeAt) + ".zip" }
	at := now
	for slices.Contains(there, name(at)) { // no backup replaces another one from the same second
		at = at.Add(time.Second)
	}
	kept = filepath.Join(folder, name(at))
	if _, err := s.Backup(ctx, kept, device, false, now); err != nil {
		return "", err
	}
	return kept, s.prune(kept, regexp.MustCompile("^"+why+`-(\d{4}-\d{2}-\d{2}T\d{6}Z)\.zip$`), func(path, made string) (bool, error) {
		if at, err := time.Parse(madeAt, made); err == nil && now.Sub(at) >= backupRetention {
			return true, nil
		}
		return s.isAlike(path, kept)
	})
}

// isAlike reports whether two backups have the same contents. An incomplete backup is like no
// other.
func (s Service) isAlike(path, other string) (bool, error) {
	var files [2][]entry
	for i, path := range []string{path, other} {
		b, err := s.open(path)
		if isUnread(err) {
			return false, err
		}
		if err != nil {
			return false, nil
		}
		files[i] = b.manifest.Files
		if err := b.Close(); err != nil {
			return false, err
		}
	}
	return slices.Equal(files[0], files[1]), nil
}

// BeforeUpdate backs up a database before it is migrated to a newer version.
func (s Service) BeforeUpdate(ctx context.Context, now time.Time) error {
	_, err := s.backUpBefore(ctx, nil, "before-update", "", now)
	return err
}

// isEmpty reports whether a store has nothing to lose.
func isEmpty(ctx context.Context, st store.Store) (empty bool, err error) {
	err = st.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		gone, errGone := r.DeletedSets()
		libraries, errLibraries := r.Libraries()
		folders, errFolders := r.PublishedFolders()
		empty = len(sets)+len(gone)+len(libraries)+len(folders) == 0
		return errors.Join(err, errGone, errLibraries, errFolders)
	})
	return empty, err
}

// prune removes the oldest backups whose names match and that may be removed, but never the
// one just written. The regular expression's group is the time of the backup. A time later
// than the new backup's is from a wrong clock, and counts as the oldest.
func (s Service) prune(written string, names *regexp.Regexp, may func(path, made string) (bool, error)) error {
	folder, newest := filepath.Split(written)
	all, err := s.Files.Names(folder)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(name string) bool { return name == newest || !names.MatchString(name) })
	slices.Sort(all)
	made := func(name string) string { return names.FindStringSubmatch(name)[1] }
	if i := slices.IndexFunc(all, func(name string) bool { return made(name) > made(newest) }); i > 0 {
		all = slices.Concat(all[i:], all[:i])
	}
	for _, name := range all[:max(0, len(all)+1-minBackups)] {
		path := filepath.Join(folder, name)
		goes, err := may(path, made(name))
		if err == nil && goes {
			err = s.Files.Remove(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isDue reports whether a weekly backup is due. A time far in the future is from a wrong
// clock, and is ignored.
func isDue(b store.Backups, now time.Time) bool {
	passed := func(since time.Time, wait time.Duration) bool {
		age := now.Sub(since)
		return since.IsZero() || age >= wait || age <= -wait
	}
	return b.Folder != "" && passed(b.Last, week) && (b.Error == "" || passed(b.Tried, retry))
}

// Weekly writes a backup into the folder from the settings, and keeps three of this device.
// The name has the device and the day. No other process may do that at the same time.
func (s Service) Weekly(ctx context.Context, d store.Device, now time.Time) (Made, error) {
	s.sweep(d)
	path := filepath.Join(d.Backups.Folder, fmt.Sprintf("crossfeed-%s-%s.zip", now.UTC().Format("2006-01-02"), plainly(d.ID)))
	m, err := s.Backup(ctx, path, d.ID, true, now)
	if err != nil {
		return m, err
	}
	return m, s.prune(path, weeklyNames(d), func(string, string) (bool, error) { return true, nil })
}

// sweep removes what is left of weekly backups that a killed process was writing.
func (s Service) sweep(d store.Device) {
	there, err := s.Files.Names(d.Backups.Folder)
	if err != nil {
		return // Backup reports it
	}
	for _, name := range there {
		if unfinished(d).MatchString(name) {
			_ = s.Files.Remove(filepath.Join(d.Backups.Folder, name)) // the next one tries again
		}
	}
}

// weeklyNames matches the names of a device's weekly backups, under any of its identifiers.
func weeklyNames(d store.Device) *regexp.Regexp { return regexp.MustCompile("^" + weeklyName(d) + "$") }

// unfinished matches the names of temporary files for such backups.
func unfinished(d store.Device) *regexp.Regexp {
	return regexp.MustCompile(`^\.` + weeklyName(d) + `\d{6,}$`)
}

// weeklyName is the regular expression for the name of a weekly backup.
func weeklyName(d store.Device) string {
	ids := []string{d.ID}
	for _, f := range d.Former {
		ids = append(ids, f.ID)
	}
	for i, id := range ids {
		ids[i] = regexp.QuoteMeta(plainly(id))
	}
	return `crossfeed-(\d{4}-\d{2}-\d{2})-(?:` + strings.Join(ids, "|") + `)\.zip`
}

// Automatic returns the paths of the existing backups that the program wrote automatically.
// away is a folder of such backups that cannot be read, or "".
func (b *Backups) Automatic(ctx context.Context) (paths []string, away string, err error) {
	d, err := b.Device.Stored(ctx)
	if err != nil {
		return nil, "", err
	}
	add := func(folder string, names *regexp.Regexp) {
		there, err := b.Files.Names(folder)
		if err != nil && (folder == d.Backups.Folder || !errors.Is(err, fs.ErrNotExist)) {
			away = folder
		}
		for _, name := range there {
			if names.MatchString(name) {
				paths = append(paths, filepath.Join(folder, name))
			}
		}
	}
	if b.Folder != "" {
		add(filepath.Join(b.Folder, "backups"), regexp.MustCompile(`^before-.*\.zip$`))
	}
	if d.Backups.Folder != "" {
		add(d.Backups.Folder, weeklyNames(d))
	}
	return paths, away, nil
}

// plainly returns an identifier in a form for file names.
func plainly(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, id)
}
