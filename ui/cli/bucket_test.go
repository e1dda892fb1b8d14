package cli_test

import (
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/location"
	"crossfeed/engine/location/reach"
	"crossfeed/engine/location/servertest"
	"crossfeed/engine/secret"
	"crossfeed/ui/cli"
)

// signingIn is a desk that reaches servers and buckets, with a password in its
// environment and no keyring.
func signingIn(t *testing.T, endpoint, password string) *desk {
	t.Helper()
	d := newDesk(t)
	d.args[3] = endpoint
	d.env.Getenv = func(name string) string { return map[string]string{"CROSSFEED_PASSWORD": password}[name] }
	d.env.Secrets = func(dir string) secret.Keeper { return secret.NewFile(filepath.Join(dir, secret.FileName)) }
	d.env.Places = func(p location.Passwords) location.Places {
		return reach.New(reach.Options{Files: location.Disk{}, Passwords: p, Getenv: func(string) string { return "" }})
	}
	return d
}

func TestAListIsSharedThroughABucketByCommands(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t"))
	folder := s.Address("shared/")
	desk, laptop := signingIn(t, "desk", "s3cr3t"), signingIn(t, "laptop", "s3cr3t")
	desk.ok("set", "new", "Groceries")
	desk.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	desk.ok("publish", "Groceries", folder, "--user", "AKIA1").
		prints(strings.Replace(folder, "shared/", "shared/Groceries.desk.xml", 1) + "\n").mentions("Who can read it is not known")
	laptop.ok("set", "new", "Groceries")
	laptop.ok("subscription", "add", "Groceries", folder, "--user", "AKIA1")
	laptop.ok("sync")
	laptop.ok("item", "show", "Groceries", "eggs")
	laptop.env.Getenv = func(string) string { return "" }
	laptop.run("sync").is(cli.Failed).mentions("password", "s3://lists/shared/")
}
