package pace

import (
	"testing"
	"time"
)

func TestAYardIsAYard(t *testing.T) {
	if got := Yards(func() {
		for range 50 {
			yard()
		}
	}); got < 10 || got > 250 {
		t.Errorf("fifty are %.1f", got)
	}
}

func TestWaitingTakesNoTime(t *testing.T) {
	if got := Yards(func() { time.Sleep(300 * time.Millisecond) }); got > 100 {
		t.Errorf("it took %.1f yards", got)
	}
}
