package logging_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/logging"
)

// What a person passes on of the log has no addresses, but shows which are the same.
func TestTheEndOfTheLogHasNoAddresses(t *testing.T) {
	dir := t.TempDir()
	if got, err := logging.Tail(dir, 10); got != "" || err != nil {
		t.Errorf("without a log: %q, %v", got, err)
	}
	log := "time=1 msg=old\n" +
		`time=2 msg=read address=https://anna.example/groceries.xml took=3ms` + "\n" +
		`time=3 msg=read address="/home/anna/My lists" took=4ms error="open /home/anna/x: denied"` + "\n" +
		`time=4 msg=write address=https://anna.example/groceries.xml url="see http://bob.example/a"` + "\n"
	if err := os.WriteFile(filepath.Join(dir, logging.Name), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := logging.Tail(dir, 3)
	want := "time=2 msg=read address=1 took=3ms\n" +
		`time=3 msg=read address=2 took=4ms error="open (address 3) denied"` + "\n" +
		`time=4 msg=write address=1 url="see (address 4)"`
	if err != nil || got != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	long := strings.Repeat("time=5 msg=read address=https://anna.example/groceries.xml\n", 10_000)
	if err := os.WriteFile(filepath.Join(dir, logging.Name), []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := logging.Tail(dir, 1_000_000); err != nil || strings.Contains(got, "anna") || !strings.HasPrefix(got, "time=5 ") {
		t.Errorf("the end of a long log: %v, %.80q", err, got)
	}
}
