package cli_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// stalls is the value of asCommand that makes this test binary a window that writes the weekly
// backup of a data folder. It stalls in the middle until a line is entered.
const stalls = "stalls"

// stalling is a database whose snapshot ends only after a line was entered.
type stalling struct{ *storage.Store }

func (s stalling) Snapshot(ctx context.Context, folder string, use func(io.Reader, int64) error) error {
	return s.Store.Snapshot(ctx, folder, func(body io.Reader, size int64) error {
		return use(io.MultiReader(io.LimitReader(body, 1000), stall{}, body), size)
	})
}

type stall struct{}

func (stall) Read([]byte) (int, error) {
	fmt.Println("writing")
	_, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err == nil {
		err = io.EOF
	}
	return 0, err
}

func stallBackup(dir string) int {
	ctx := context.Background()
	st, err := storage.Open(ctx, dir)
	if err == nil {
		var e *engine.Engine
		if e, err = engine.Open(ctx, engine.Parts{
			Store: stalling{st}, Clock: showing(time.Date(2005, 5, 24, 9, 43, 33, 0, time.UTC)), Random: rand.Reader, Files: transport.Disk{},
			Folder: dir,
		}); err == nil {
			err = e.Backups.WriteIfDue(ctx)
		}
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// stalledBackup starts a process that is in the middle of writing the weekly backup.
func stalledBackup(t *testing.T, dir string) (cmd *exec.Cmd, goOn func()) {
	t.Helper()
	cmd = exec.CommandContext(t.Context(), os.Args[0], dir)
	cmd.Env = append(os.Environ(), asCommand+"="+stalls)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if lines := bufio.NewScanner(out); !lines.Scan() || lines.Text() != "writing" {
		t.Fatalf("the process says %q", lines.Text())
	}
	return cmd, func() {
		if _, err := io.WriteString(in, "\n"); err != nil {
			t.Error(err)
		}
	}
}

// While one process writes the weekly backup, another leaves it to that one. What a killed
// process has left half written is removed by the next one, which writes it.
func TestTwoProcessesWriteOneWeeklyBackup(t *testing.T) {
	d, folder := newDesk(t), t.TempDir()
	dir := d.file("data")
	command := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), os.Args[0], append([]string{"--data", dir}, args...)...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, said)
		}
	}
	// found has the files in the folder, without the snapshots of running processes.
	found := func() []string {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			if !e.IsDir() {
				names = append(names, e.Name())
			}
		}
		return names
	}
	const name = "crossfeed-2005-05-24-"
	command("list", "create", "Diary", "--kind", "note")
	command("backup", "--weekly", folder)

	killed, _ := stalledBackup(t, dir)
	if names := found(); len(names) != 1 || !strings.HasPrefix(names[0], "."+name) {
		t.Fatalf("while it writes there is %q", names)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // it was killed

	writes, goOn := stalledBackup(t, dir)
	half := found()
	if len(half) != 1 || !strings.HasPrefix(half[0], "."+name) {
		t.Errorf("while the second one writes there is %q", half)
	}
	if copies, err := filepath.Glob(filepath.Join(folder, ".crossfeed-backup-*")); err != nil || len(copies) != 1 {
		t.Errorf("while the second one writes there are the copies %q, %v", copies, err)
	}
	command("sync")
	if names := found(); !slices.Equal(names, half) {
		t.Errorf("another process wrote %q", names)
	}
	goOn()
	if err := writes.Wait(); err != nil {
		t.Fatal(err)
	}
	names := found()
	if len(names) != 1 || !strings.HasPrefix(names[0], name) {
		t.Fatalf("there is %q at last", names)
	}
	path := filepath.Join(folder, names[0])
	written, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	command("sync")
	again, err := os.Stat(path)
	if err != nil || !os.SameFile(written, again) {
		t.Errorf("it was written twice: %v", err)
	}
	d.ok("restore", path)
	d.ok("item", "list", "Diary")
}
