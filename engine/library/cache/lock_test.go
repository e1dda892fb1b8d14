package cache_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"crossfeed/engine/library/cache"
)

// holder is the environment variable with the folder for the program that holds a lock.
const holder = "CROSSFEED_TEST_LOCK"

func TestALockGoesWithItsProcess(t *testing.T) {
	if folder := os.Getenv(holder); folder != "" {
		hold(t, folder)
		return
	}
	folder := t.TempDir()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestALockGoesWithItsProcess$")
	child.Env = append(os.Environ(), holder+"="+folder)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("the other program said %q, %v", line, err)
	}
	c := cache.Disk{Folder: folder}.Library(1)
	if _, err := c.Lock(); !errors.Is(err, cache.ErrBusy) {
		t.Errorf("while another program holds it: %v", err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	unlock, err := c.Lock()
	if err != nil {
		t.Fatalf("after that program was killed: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}

// hold is the main function of the other program.
func hold(t *testing.T, folder string) {
	if _, err := (cache.Disk{Folder: folder}).Library(1).Lock(); err != nil {
		t.Fatal(err)
	}
	fmt.Println("held")
	time.Sleep(time.Minute)
}
