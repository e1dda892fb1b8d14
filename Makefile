# "make run" opens Crossfeed. "make check" and "make test" run its tests;
# docs/benchmarks.md says how long that takes.

BUILD := .build
TAGS := migrated_fynedo
VERSION = -X crossfeed/ui/cli.Version=$(shell .ci/version.sh)
export CGO_ENABLED := 1

.PHONY: help run check test soak mutation build headless cross package package-test bench size promises clean

help:
	@echo "make run       builds Crossfeed and opens its window; installs what is missing for that"
	@echo "make check     the fast tests, without cgo"
	@echo "make test      all tests; installs what they need"
	@echo "make soak      the random tests and simulated crashes in large numbers: hours"
	@echo "make mutation  breaks the sync rules on purpose: a test must notice"
	@echo "make build     builds $(BUILD)/crossfeed"
	@echo "make headless  builds $(BUILD)/crossfeed-headless: the commands without the window"
	@echo "make cross     builds the commands for Windows, macOS and Linux on arm64, and vets the window for Windows"
	@echo "make package   builds a .deb and a tar of the program with its window"
	@echo "make package-test  installs both in a clean Debian, starts and removes them; needs root"
	@echo "make bench     measures, compares with libxml2 and encoding/xml, and fails if a target is missed"
	@echo "make size      counts what the program is built from"
	@echo "make promises  lists which tests check which promise; AREA='SSE 0.91' selects some"
	@echo "make clean     removes $(BUILD)"

run:
	@.ci/window.sh

check:
	@.ci/test.sh setup format vet staticcheck fast

test:
	@.ci/test.sh setup format headless vet staticcheck full build race window sample pace

soak:
	@.ci/test.sh setup soak

mutation:
	@.ci/test.sh mutation

build:
	@.ci/setup.sh window
	go build -tags $(TAGS) -ldflags "$(VERSION)" -o $(BUILD)/crossfeed .

headless: export CGO_ENABLED := 0
headless:
	go build -tags headless -trimpath -ldflags "-s -w $(VERSION)" -o $(BUILD)/crossfeed-headless .

cross: export CGO_ENABLED := 0
cross:
	@for system in linux-arm64 darwin-arm64 windows-amd64.exe; do \
	  arch=$${system#*-}; \
	  echo "$(BUILD)/crossfeed-$$system"; \
	  GOOS=$${system%-*} GOARCH=$${arch%.exe} go build -tags headless -trimpath -ldflags "-s -w $(VERSION)" -o "$(BUILD)/crossfeed-$$system" . || exit 1; \
	done
	GOOS=windows go vet -tags $(TAGS),ci ./ui

package:
	@.ci/package.sh

package-test: package
	@.ci/package_test.sh

bench:
	CGO_ENABLED=0 go test -tags headless -run '^$$' -bench . -benchmem ./engine/... ./storage/...
	go run ./testdata/bench

size:
	@.ci/size.sh

promises:
	@.ci/promises.sh

clean:
	rm -rf $(BUILD)
