package cli

// Version is that of the program.
const Version = "0.1.0"

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(r *run) error {
	if r.flags.JSON {
		return r.json(map[string]string{"version": Version})
	}
	return r.print("crossfeed %s", Version)
}
