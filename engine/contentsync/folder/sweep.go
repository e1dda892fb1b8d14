package folder

import (
	"path"
	"path/filepath"
	"regexp"

	"crossfeed/engine/location"
)

// unplaced is what follows the name of a file, behind a dot, where it was written beside
// its place and never put there (location.Files.Replace).
var unplaced = regexp.MustCompile(`^\d{6,}$`)

// sweep takes away what a run that was killed left beside the files that it was about to
// write in a folder of this computer: such a piece may be as large as a film.
func (r *run) sweep() {
	if r.Dry || location.KindOf(r.address) != location.Local {
		return
	}
	for folder, names := range r.state.pending(r.at) {
		entries, err := r.Files.Entries(folder)
		if err != nil {
			continue // nothing was left, or the writing will say it
		}
		for _, e := range entries {
			if e.Mode.IsRegular() && isUnplaced(e.Name, names) {
				_ = r.Files.Remove(filepath.Join(folder, e.Name)) // the next run tries again
			}
		}
	}
}

// pending are the names of what was being written, by the folders that it is in.
func (s *state) pending(at func(string) string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	add := func(name, pending string) {
		if pending == "" {
			return
		}
		folder := filepath.Dir(at(name))
		if all[folder] == nil {
			all[folder] = map[string]bool{}
		}
		all[folder][path.Base(name)] = true
	}
	for name, f := range s.files {
		add(name, f.Pending)
	}
	for name, f := range s.feeds {
		add(name, f.Pending)
	}
	return all
}

// isUnplaced tells whether a file is a piece of one of those names.
func isUnplaced(name string, of map[string]bool) bool {
	for end := len(name); end > 1; end-- {
		if c := name[end-1]; c < '0' || c > '9' {
			return false
		}
		if name[0] == '.' && of[name[1:end-1]] && unplaced.MatchString(name[end-1:]) {
			return true
		}
	}
	return false
}
