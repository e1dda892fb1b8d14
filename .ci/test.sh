#!/usr/bin/env bash
# Runs everything that Crossfeed is checked by, part after part, and says what
# failed and which five parts took longest. A part that is missing and a test
# that was skipped are failures. "test.sh PART…" runs only those parts.
set -uo pipefail
cd "$(dirname "$0")/.."
logs=.build/logs
mkdir -p "$logs"
: >"$logs/times"
failed=""
chosen=" $* "

# part NAME WHAT COMMAND… runs one part and keeps what it prints.
part() {
  local name=$1 what=$2 started=$SECONDS
  shift 2
  [ "$chosen" = "  " ] || [[ "$chosen" == *" $name "* ]] || return 0
  echo "== $name: $what"
  if "$@" >"$logs/$name.log" 2>&1; then
    grep -vE 'no test files|^(PASS|caught|go: downloading)' "$logs/$name.log" | head -n 60 | sed 's/^/   /'
  else
    tail -n 60 "$logs/$name.log" | sed 's/^/   /'
    failed="$failed $name"
    echo "   FAILED: the whole output is in $logs/$name.log"
  fi
  echo "$((SECONDS - started)) $name" >>"$logs/times"
}

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

vet() {
  go vet -tags migrated_fynedo,ci ./... && go vet -tags migrated_fynedo,display ./ui/... &&
    CGO_ENABLED=0 go vet -tags headless ./... ./testdata/bench
}

static() {
  go tool staticcheck -tags migrated_fynedo,ci ./... && go tool staticcheck -tags migrated_fynedo,display ./ui/... &&
    CGO_ENABLED=0 go tool staticcheck -tags headless ./... ./testdata/bench
}

part setup "installs what the tests need" .ci/setup.sh test
part format "gofmt" format
part headless "builds the commands without cgo and without the window" make --no-print-directory headless
part vet "go vet, with and without the window" vet
part staticcheck "staticcheck, with and without the window" static
part unit "all tests without the race detector" unskipped unit env CGO_ENABLED=0 go test -timeout 20m -v -tags headless ./engine/... ./storage/... ./ui/cli/...
part mutations "changes to the sync rules: each must be caught by a test" go run ./engine/rules/mutate
part build "builds Crossfeed with its window" make --no-print-directory build
part race "all tests with the race detector" unskipped race go test -race -timeout 40m -v -tags migrated_fynedo,ci ./...
part window "settles a conflict in the real window, by real keys, on a virtual display" unskipped window go test -count=1 -timeout 20m -v -tags migrated_fynedo,display ./ui/walkthrough/...
part sample "walks through the sample, as make run does without a display" go run ./ui/walkthrough/sample -binary .build/crossfeed -pictures .build/pictures/sample
part pace "feed merge against xmllint on 5,000 items and on 10,000 outlines; the commands start in under 20 ms" go run ./testdata/bench

echo "== the five slowest parts"
sort -rn "$logs/times" | head -5 | awk '{printf "   %4d s  %s\n", $1, $2}'
total=$(wc -l <"$logs/times")
bad=$(wc -w <<<"$failed")
[ "$bad" = 0 ] || echo "failed:$failed"
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ] && [ "$total" -gt 0 ]
