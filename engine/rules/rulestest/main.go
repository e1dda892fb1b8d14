package rulestest

import (
	"flag"
	"os"
	"testing"
)

// Main draws more cases for each property than rapid does by itself;
// -rapid.checks overrides it. A failing case is printed with its seed and kept
// under testdata/rapid.
func Main(m *testing.M) {
	if err := flag.Set("rapid.checks", "400"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
