package fetch_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/fetch"
)

// taking returns a job that takes this long, or until it is cancelled.
func taking(host string, d time.Duration, result string) fetch.Job[string] {
	return fetch.Job[string]{Host: host, Do: func(ctx context.Context) string {
		select {
		case <-time.After(d):
			return result
		case <-ctx.Done():
			return result + " cancelled"
		}
	}}
}

func nobody(string) {}

func TestJobsAreDoneBesideEachOtherWithinLimits(t *testing.T) {
	hosts := func(n int, host func(int) string) (jobs []fetch.Job[string]) {
		for i := range n {
			jobs = append(jobs, taking(host(i), time.Second, ""))
		}
		return jobs
	}
	for name, c := range map[string]struct {
		jobs []fetch.Job[string]
		want time.Duration
	}{
		"none":                             {nil, 0},
		"as many as are allowed":           {hosts(6, func(i int) string { return string(rune('a' + i)) }), time.Second},
		"one more":                         {hosts(7, func(i int) string { return string(rune('a' + i)) }), 2 * time.Second},
		"six of one host":                  {hosts(6, func(int) string { return "a" }), 3 * time.Second},
		"six of no host":                   {hosts(6, func(int) string { return "" }), time.Second},
		"others go before a host's third":  {hosts(8, func(i int) string { return []string{"a", "a", "a", "a", "b", "b", "c", "c"}[i] }), 2 * time.Second},
		"two hosts with four jobs of each": {hosts(8, func(i int) string { return []string{"a", "b"}[i%2] }), 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			begin, came := time.Now(), 0
			err := fetch.Run(t.Context(), c.jobs, fetch.Usual, func(int, string) { came++ }, nobody)
			if took := time.Since(begin); err != nil || took != c.want || came != len(c.jobs) {
				t.Errorf("%s: %d came in %v, want %v; %v", name, came, took, c.want, err)
			}
		})
	}
}

func TestResultsAreHandedOnInTheOrderInWhichTheyCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		jobs := []fetch.Job[string]{
			taking("a", 9*time.Second, "slow"), taking("a", time.Second, "1"), taking("a", time.Second, "2"), taking("b", 90*time.Minute, "slower"),
			taking("a", 5*time.Second, "7"),
		}
		var order []int
		var texts []string
		err := fetch.Run(t.Context(), jobs, fetch.Usual, func(i int, r string) {
			order, texts = append(order, i), append(texts, r)
		}, nobody)
		if want := []int{1, 2, 4, 0, 3}; err != nil || !slices.Equal(order, want) || texts[0] != "1" {
			t.Errorf("%v, %q, want %v; %v", order, texts, want, err)
		}
	})
}

// Slow processing of a result must not hold up the other jobs.
func TestTheJobsGoOnWhileAResultIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var jobs []fetch.Job[string]
		for range 4 {
			jobs = append(jobs, taking("a", time.Second, ""))
		}
		begin := time.Now()
		err := fetch.Run(t.Context(), jobs, fetch.Usual, func(int, string) { time.Sleep(time.Second) }, nobody)
		if took := time.Since(begin); err != nil || took != 5*time.Second {
			t.Errorf("took %v, %v; want a second for the first two, and one for each result", took, err)
		}
	})
}

func TestACancelledRunStartsNothingAndWaitsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var started atomic.Int32
		hang := make(chan struct{})
		var jobs []fetch.Job[string]
		for range 9 {
			jobs = append(jobs, fetch.Job[string]{Host: "a", Do: func(context.Context) string {
				started.Add(1)
				<-hang // ignores its context
				return "late"
			}})
		}
		time.AfterFunc(time.Minute, cancel)
		var late []string
		done := make(chan struct{})
		begin := time.Now()
		err := fetch.Run(ctx, jobs, fetch.Usual, func(int, string) { t.Error("something came") }, func(s string) {
			if late = append(late, s); len(late) == 2 {
				close(done)
			}
		})
		if took := time.Since(begin); !errors.Is(err, context.Canceled) || took != time.Minute || started.Load() != 2 {
			t.Errorf("%d were started, %v after %v", started.Load(), err, took)
		}
		close(hang)
		<-done
		synctest.Wait()
		if started.Load() != 2 || len(late) != 2 {
			t.Errorf("%d were started and %d came late", started.Load(), len(late))
		}
	})
}
