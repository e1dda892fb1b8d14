# The two commands: "make run" opens Crossfeed, "make test" checks everything.

BUILD := .build
TAGS := migrated_fynedo
export CGO_ENABLED := 1

.PHONY: help run test build headless bench clean

help:
	@echo "make run       builds Crossfeed and opens its window; installs what is missing for that"
	@echo "make test      checks everything; installs what the tests need"
	@echo "make build     builds $(BUILD)/crossfeed"
	@echo "make headless  builds $(BUILD)/crossfeed-headless: the commands without the window"
	@echo "make bench     measures, and compares with libxml2 and encoding/xml"
	@echo "make clean     removes $(BUILD)"

run:
	@.ci/window.sh

test:
	@.ci/test.sh

build:
	@.ci/setup.sh window
	go build -tags $(TAGS) -o $(BUILD)/crossfeed .

headless: export CGO_ENABLED := 0
headless:
	go build -tags headless -trimpath -ldflags "-s -w" -o $(BUILD)/crossfeed-headless .

bench:
	go run ./testdata/bench
	CGO_ENABLED=0 go test -tags headless -run '^$$' -bench . -benchmem ./engine/... ./storage/...

clean:
	rm -rf $(BUILD)
