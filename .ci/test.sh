#!/usr/bin/env bash
# Runs parts of the tests, one after the other, and says what failed and which
# five parts took longest. A test that was skipped is a failure, and so is a part
# without tests. The Makefile says which parts belong together.
#
#   test.sh PART…
set -uo pipefail
cd "$(dirname "$0")/.."
logs=.build/logs
mkdir -p "$logs"
rm -f "$logs"/*.v
: >"$logs/times"
failed=""
chosen=" $* "
[ $# -gt 0 ] || { echo "usage: test.sh PART…" >&2; exit 2; }

# part NAME WHAT COMMAND… runs one part and keeps what it prints.
part() {
  local name=$1 what=$2 started=$SECONDS
  shift 2
  [[ "$chosen" == *" $name "* ]] || return 0
  echo "== $name: $what"
  if "$@" >"$logs/$name.log" 2>&1; then
    grep -vE 'no test files|^(PASS|go: downloading)' "$logs/$name.log" | head -n 60 | sed 's/^/   /'
  else
    failed="$failed $name"
    if [ -f "$logs/$name.v" ]; then broken "$logs/$name.v"; else tail -n 60 "$logs/$name.log"; fi | sed 's/^/   /'
    echo "   FAILED: the whole output is in $logs/$name.log"
  fi
  echo "$((SECONDS - started)) $name" >>"$logs/times"
}

# broken prints what a log of verbose tests says of those that failed.
broken() { grep -E -B 12 -A 4 '^\s*--- (FAIL|SKIP)|^panic:|^FAIL\s|DATA RACE|build failed' "$1" | grep -vE '^\s*(=== |--- PASS)|^ok\s|no test files' | tail -n 60; }

# unskipped LOG COMMAND… runs Go tests verbosely and prints the outcome by
# package; skipping a test is failing, and so is finding none.
unskipped() {
  local log=$1
  shift
  "$@" 2>&1 | tee "$logs/$log.v" | grep -vE '^\s*(=== |--- PASS)'
  local status=${PIPESTATUS[0]}
  if grep -E '^\s*--- SKIP' "$logs/$log.v"; then echo "a test was skipped"; return 1; fi
  if ! grep -qE '^\s*--- PASS' "$logs/$log.v"; then echo "no test ran"; return 1; fi
  return "$status"
}

format() {
  local wrong
  wrong=$(gofmt -l *.go assets engine storage testdata ui)
  [ -z "$wrong" ] || { echo "not formatted by gofmt:"; echo "$wrong"; return 1; }
}

# The tests throw away more memory than most programs: collecting it less often takes a
# sixth less time.
export GOGC=400

# The store waits for the disk after every transaction, and tests make thousands: their
# temporary files are in memory where there is room for them, and programs can be started
# from there. Go's own are there, too: where GOTMPDIR names another folder, T.TempDir
# follows it. Servers that run as another user may pass through, but list nothing. The name
# is the same in every run, because Go runs a test again when TMPDIR has changed.
in_memory() {
  local folder=/dev/shm/crossfeed-$UID
  [ "$(df --output=avail -m /dev/shm 2>/dev/null | tail -1)" -ge 2000 ] 2>/dev/null || return 0
  mkdir -p "$folder" && [ -O "$folder" ] && [ ! -L "$folder" ] && chmod 711 "$folder" || return 0
  cp -f "$(type -P true)" "$folder/true" && "$folder/true" || return 0
  unset GOTMPDIR
  export TMPDIR=$folder
}

# Everything but the display builds without cgo: that is faster, and a race
# detector is the only thing that needs it.
without_cgo() { CGO_ENABLED=0 "$@"; }

# clean runs a checker on all packages, and with the other tags on those packages alone in
# which these choose the files.
clean() {
  without_cgo "$@" -tags migrated_fynedo,ci ./... && without_cgo "$@" -tags migrated_fynedo,display $(chosen_by display) &&
    without_cgo "$@" -tags migrated_fynedo,ci,raced $(chosen_by raced) &&
    without_cgo "$@" -tags headless $(chosen_by headless) ./testdata/bench # which ./... leaves out
}

# chosen_by lists the packages of which a tag chooses files.
chosen_by() { grep -rlE "^//go:build .*\b$1\b" --include='*.go' ./*.go assets engine storage testdata ui | xargs -n1 dirname | sort -u | sed -E 's|^([^.])|./\1|'; }

# The part "vet" looks at all that go test would look at before it runs the tests. Some
# packages mostly wait, for servers or for time to pass: three at a time run on two cores.
gotest="go test -vet=off -p $(($(nproc) * 3 / 2))"

# In their small size the tests need so little memory that most end before any is collected.
uncollected="env GOGC=off GOMEMLIMIT=600MiB"

# The packages that take longest start first: what starts last would keep one core busy.
all="./ui/window ./ui/cli ./engine ./storage ./engine/transport/... ./..."

# racing lists the packages whose code starts goroutines or holds locks: elsewhere there
# is nothing to race. The store joins them, since several connections write to it.
racing() {
  {
    grep -rlE '(^|[[:space:]])go (func|[a-z]+[A-Za-z.]*)\(|[a-z]\.Go\(|work\.New\(|sync\.(RW)?Mutex|atomic\.' --include='*.go' --exclude='*_test.go' engine ui ./*.go
    echo storage/storage.go
  } | xargs -n1 dirname | sort -u | sed -E 's|^|./|; s|^\./\.$|.|' | grep -vE '/(mutate|walkthrough|cli)$'
}

# race leaves SQLite itself without instrumentation, which would take most of the time,
# and of the commands it runs those that serve while others ask.
race() {
  local detect="$gotest -race -short -timeout 60m -v -tags migrated_fynedo,ci,raced -gcflags=modernc.org/...=-race=false"
  $detect $(racing) && $detect -run Serve ./ui/cli
}

# random lists the packages with properties that rapid checks.
random() { grep -rl 'rapid.Check(' --include='*_test.go' engine storage ui | xargs -n1 dirname | sort -u | sed 's|^|./|'; }

# all_tests tries the properties of rapid in the same worlds each time, so that a run that
# fails says something of the change. soak tries others.
all_tests() {
  local test="$gotest -p 2 -timeout 60m -v -tags migrated_fynedo,ci" status=0 rest=.build/logs/rest.out pid
  without_cgo $test ./ui/window ./ui/cli $(comm -23 <(packages | sort) <(random | sort)) >"$rest" 2>&1 &
  pid=$!
  without_cgo $test ./engine $(random) -rapid.seed=1 || status=$?
  wait "$pid" || status=$?
  cat "$rest"
  return "$status"
}

# packages lists all packages by their folders.
packages() { without_cgo go list -tags migrated_fynedo,ci -f '{{.Dir}}' ./... | sed "s|^$PWD|.|"; }

# soak tries random worlds, simulated endpoints and stopped processes that no run
# before it tried.
soak() {
  local many=${SOAK:-5000} first
  first=$(date +%s)
  echo "$many seeds of each kind, from $first; SOAK=N takes another number"
  without_cgo go test -timeout 24h -count=1 -tags headless ./engine/enginetest/contenttest -worlds.seeds "$many" -worlds.first "$first" &&
    without_cgo go test -timeout 24h -count=1 -tags headless ./engine/rules/sse091/mesh -mesh.seeds "$many" -mesh.first "$first" &&
    without_cgo go test -timeout 24h -count=1 -tags headless ./engine -run '^TestEveryRealDifference' -alike.seeds "$many" -alike.first "$first" \
      -alike-todos.seeds "$many" -alike-todos.first "$first" -alike-contacts.seeds "$many" -alike-contacts.first "$first" \
      -alike-outlines.seeds "$many" -alike-outlines.first "$first" &&
    without_cgo go test -timeout 24h -count=1 -tags headless ./engine -run '^TestNothingOfAnHonestFamily' -families.seeds "$((many / 5))" -families.first "$first" &&
    without_cgo go test -timeout 24h -count=1 -tags headless ./ui/cli/faults -faults.every &&
    without_cgo go test -timeout 24h -count=1 -tags headless ./ui/cli -run '^TestAFlippedByte' -flip.bytes "$many" -flip.first "$first" &&
    without_cgo go test -timeout 24h -count=1 -tags migrated_fynedo,ci ./ui/window -run '^TestRandomKeys' -keys.seeds "$many" -keys.first "$first" &&
    without_cgo go test -timeout 24h -count=1 -tags migrated_fynedo,ci $(random) -rapid.checks="$((many / 5))" &&
    make --no-print-directory build && go test -timeout 24h -count=1 -tags migrated_fynedo,display ./ui/walkthrough -run '^TestWindowsThatAreEnded' -ended.windows "$((many / 10))" &&
    go test -timeout 24h -count=1 -tags migrated_fynedo,display ./ui/walkthrough -run '^TestRandomKeysAndClicks' -random.for 1h -random.seed "$first" -v
}

# pace holds the targets of merges, and several times those of first syncs and of feeds in
# which nothing is new, with few items: make bench measures all targets in full size.
pace() {
  go run ./testdata/bench -rows 'merge|start' &&
    go run ./testdata/bench -rows '^first sync into' -items 5000 -factor 4 &&
    go run ./testdata/bench -rows 'new bytes' -items 5000 -factor 6
}

# room ends the run at once where a build would end half-way because the disk is full.
room() {
  local folder free
  for folder in . "${GOCACHE:-$HOME/.cache}"; do
    [ -d "$folder" ] || continue
    free=$(df --output=avail -m "$folder" | tail -1)
    [ "$free" -ge 2000 ] || { echo "only $free MB are free where $(realpath "$folder") is, and a build needs 2000: free some, for example with go clean -cache" >&2; exit 1; }
  done
}

room
in_memory
part setup "installs what the tests need" .ci/setup.sh test
part format "gofmt" format
part headless "builds the commands without cgo and without the window" make --no-print-directory headless
part vet "go vet, with and without the window" clean go vet
part staticcheck "staticcheck, with and without the window" clean go tool staticcheck
part fast "all tests in a small size" unskipped fast without_cgo $uncollected $gotest -short -timeout 20m -v -tags migrated_fynedo,ci $all
part full "all tests" unskipped full all_tests
part build "builds Crossfeed with its window" make --no-print-directory build
part race "the tests of packages that start goroutines, in a small size, with the race detector" unskipped race race
part window "resolves conflicts in the real window, by real keys, on a virtual display" unskipped window go test -vet=off -count=1 -timeout 60m -v -tags migrated_fynedo,display ./ui/walkthrough/...
part sample "walks through the sample, as make run does without a display" go run ./ui/walkthrough/sample -binary .build/crossfeed -pictures .build/pictures/sample
part pace "feed merge, first syncs and unchanged items, against xmllint and encoding/xml" pace
part soak "random tests and simulated crashes in large numbers" soak
part mutation "changes to the sync rules: each must be caught by a test" go run ./engine/enginetest/mutate ${MUTATE:-}

echo "== the five slowest parts"
sort -rn "$logs/times" | head -5 | awk '{printf "   %4d s  %s\n", $1, $2}'
total=$(wc -l <"$logs/times")
bad=$(wc -w <<<"$failed")
for name in $failed; do # once more: the last lines are all that some people see
  echo "== $name failed"
  { [ ! -f "$logs/$name.v" ] || broken "$logs/$name.v"; tail -n 5 "$logs/$name.log"; } | tail -n 30 | sed 's/^/   /'
done
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ] && [ "$total" -gt 0 ]
