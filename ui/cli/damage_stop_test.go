package cli_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/ui/cli"
)

// Verifying that is interrupted, whenever that is, says so, changes nothing or repairs all of
// it, and what is damaged is found again.
func TestVerifyingIsInterrupted(t *testing.T) {
	interrupted := 0
	for wait := range 12 {
		d, _, _ := forty(t)
		d.flip("<title>Plan number 17 of")
		path := filepath.Join(d.file("data"), "crossfeed.db")
		before := read(t, path)
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(wait)*3*time.Millisecond)
		var out, failed strings.Builder
		d.env.Stdout, d.env.Stderr = &out, &failed
		state := cli.Run(ctx, append([]string{"verify"}, d.args...), d.env)
		stop()
		if state != cli.Attention {
			interrupted++
			if out.Len() > 0 || failed.Len() == 0 {
				t.Errorf("the state is %d; it printed %q and said %q", state, out.String(), failed.String())
			}
		}
		if read(t, path) != before {
			t.Errorf("after %d ms something has changed", wait*3)
		}
		d.run("verify").is(cli.Attention).mentions("damaged Plans n17")
	}
	if interrupted == 0 {
		t.Error("nothing was interrupted")
	}
}
