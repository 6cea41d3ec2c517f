# Two commands matter to a newcomer: make run, and make test.

TENURE := bin/tenure
OUT    := out

.PHONY: run test build bench vet race fuzz soak soak-kill model model-up model-down model-test clean

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

# Short: the detector looks at what runs side by side, and that is the same however often it is done.
race:
	go test -race -short -timeout 30m ./...

# A short fuzz of every decoder; FUZZTIME=5m make fuzz for a long one.
FUZZTIME ?= 5s
fuzz:
	@bash .ci/fuzz $(FUZZTIME)

# Kills a process that steps an episode of the large scenario, ten thousand times, and goes on after each. A failure
# prints the command that draws the same kills again.
KILLS ?= 10000
KILL_SEED ?= $(shell date +%s)
KILL_SCENARIO ?= portal
soak-kill:
	TENURE_KILLS=$(KILLS) TENURE_KILL_SEED=$(KILL_SEED) TENURE_KILL_SCENARIO=$(KILL_SCENARIO) \
		go test ./cmd/tenure -count=1 -v -timeout 0 -run 'ByAKill$$|IsLaid$$|AreKilled'

# Ever new seeds, until Ctrl-C. A case that fails is kept as a file, which 'go test ./sim/simcheck' goes again from then on.
SOAK_AGENT ?= steady
soak: build
	$(TENURE) simcheck desk scenarios/testdata/base portal --agent $(SOAK_AGENT) --faults --soak sim/simcheck/testdata/failing

# A small real model on loopback, kept outside the tree: model fetches it (130 MB, once), model-up starts it and prints
# how to use it, model-down stops it, model-test runs the tests that need it.
MODEL := personas/openai/local/model
model:
	@$(MODEL) install
model-up:
	@$(MODEL) up
model-down:
	@$(MODEL) down
model-test:
	@.ci/model go test ./cmd/tenure -count=1 -v -timeout 20m -run '^TestRealModel'

clean:
	rm -rf bin $(OUT)
