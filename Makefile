# Two commands matter to a newcomer: make run, and make test.

TENURE := bin/tenure
OUT    := out

.PHONY: run test build bench vet race fuzz clean

# The main job: the portal project with the agent steady, scripted coworkers and seed 1.
run: build
	@mkdir -p $(OUT)
	@rm -f $(OUT)/run.db
	$(TENURE) run portal --agent steady --seed 1 --store $(OUT)/run.db

build:
	@mkdir -p bin
	go build -o $(TENURE) ./cmd/tenure

test:
	go test -timeout 20m ./...

bench: build
	$(TENURE) bench

vet:
	go vet ./...
	@unformatted=$$(gofmt -l . ); if [ -n "$$unformatted" ]; then echo "not gofmt'd: $$unformatted"; exit 1; fi

race:
	go test -race -timeout 30m ./...

# A short fuzz of every decoder; FUZZTIME=5m make fuzz for a long one.
FUZZTIME ?= 5s
fuzz:
	@bash .ci/fuzz $(FUZZTIME)

clean:
	rm -rf bin $(OUT)
