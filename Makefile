# Every target is one command that a person could type; `make help` lists them.

BIN      := bin/ifmatch
# Seconds that each fuzz target runs in `make fuzz`.
FUZZTIME ?= 10s
# More flags for the tool of `make conform-azurite`: -update, -defaults, -delay 2s.
ARGS     ?=
# Workloads that `make load-faults` tries on each fault: all that must find it, or the first.
LOAD     ?= all
# Runs that `make flake` compares.
RUNS     ?= 50
# Tests beside the program, of clients of others, of engines and of our tools: `make test-full` runs them.
BESIDE   := internal/engine internal/interop internal/tools
# How long `make restarts` loads each workload.
RESTARTS ?= 30s
# Gates of `make gate-azurite`.
GATES    ?= 3
# Empty: `make test-full` leaves out what CI does, AT_NIGHT.
NIGHT    ?= yes
# Tests that are too long for CI, which meets what they show in other ways; `make nightly` has them.
#   TestTheRenamedModule: it compiles the whole program under another name, which only a change of names or modules breaks.
#   TestNoRequestArrivesTwice, TestLostAnswersAccuseNobody: whole, they try every workload with every way and point;
#     `make test` and the stage race try each of them once.
#   TestWeatherIsNoViolation: the stage race runs it, under the race detector.
#   TestRestartsLoseNothing: the stage restarts runs it for longer.
#   TestMixesShowFaults, TestFaultsAreCounted: TestWorkloadsShowFaults shows every workload its faults, `make test` some of these.
#   load-faults: it finds over sockets, and in bursts, the faults that TestWorkloadsShowFaults finds without.
#   load-azurite: it measures the speed of two servers, for which a shared machine has no time; the stage cpu prices a request.
#   TestWhateverTheClocksShow: `make test` tries some workloads, a few times each.
#   TestVerdictsAreTheSameOverSockets: the stage azurite and the clients speak over sockets.
#   TestARunRepeatsWithItsSeed: the stage flake compares whole runs.
#   TestAFaultyServerIsAccusedOfItsFault: the stage mutate tries the faults of all operations, under other names.
#   gate-azurite: TestGateOfRaces gates servers that lose races by lists that it wrote.
#   TestEveryCaseOnOtherAccounts: CI plays one case in twenty of those that every account offers.
#   TestAnInterruptedRaceAccusesNobody: `make test` interrupts two dozen races.
#   TestModuleOutsideTheRepositoryChecksAStore: it compiles the whole program as a module of others sees it, which only a change
#     of modules breaks; another test has such a module use the reference.
#   TestTheReferenceConforms: the stage conform gates on every case, at every level.
#   TestDeletedDataIsReleased: where nothing else is asked of the server, Go collects what was deleted after two minutes.
#   The clients: the stage clients runs them.
AT_NIGHT  = TestTheRenamedModule|TestVerdictsAreTheSameOverSockets|TestARunRepeatsWithItsSeed|TestAFaultyServerIsAccused|TestNoRequestArrivesTwice|TestLostAnswersAccuseNobody|TestWeatherIsNoViolation|TestRestartsLoseNothing|TestMixesShowFaults|TestFaultsAreCounted|TestWhateverTheClocksShow|TestEveryCaseOnOtherAccounts|TestDeletedDataIsReleased|TestTheReferenceConforms|TestAnInterruptedRace|TestModuleOutsideTheRepositoryChecksAStore|$(CLIENTS)
CLIENTS  := TestPython|TestRclone|TestCurl|TestRestic|TestDuplicity|TestCheckpointsOutlive|TestSMBClient|TestSamba

# `make module PATH=...` hides the PATH of the shell: this finds it again. Before version 4.4, make gives it to $(shell);
# since then, Linux has it.
ifeq ($(origin PATH),command line)
MODULE := $(PATH)
override PATH := $(shell given=$$PATH; PATH=/usr/bin:/bin; began=$$(tr '\0' '\n' 2>/dev/null </proc/$$PPID/environ | sed -n 's/^PATH=//p'); echo "$${began:-$$given}")
endif

# Everything is compiled as releases are, and so once for all targets; without DWARF, which only debuggers read, in four fifths
# of the time. Only the race detector needs cgo.
export GOFLAGS     := $(or $(shell go env GOFLAGS),-trimpath -gcflags=all=-dwarf=false)
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := all
.PHONY: all help build vet test test-full spoiled race lint fuzz conform conform-azurite conform-azurites gate-azurite conform-samba matrix browser recordings spec-diff interop-js flake load-faults weather mutate mutants load-cpu load-azurite restarts nightly k8s dapr bench release docs tidy module ci clean

all: build vet test conform ## Build, vet, test, and judge the reference (what plain `make` does)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A compiler ends before its garbage matters.
build: ## Build bin/ifmatch
	GOGC=off go build -o $(BIN) .

vet: ## Run go vet on every module of go.work
	go vet work

# Plans and histories live shortly, and memory is cheaper than time; nobody debugs these binaries (-s), and vet is a
# target of its own, which plain `make` and `make lint` run (-vet=off). Many tests wait, for servers, tokens and leases:
# others run meanwhile, so the packages that wait longest come first.
test: ## Run the tests of the program, of what takes long a sample and no whole runs (make test-full has those)
	n=$$(getconf _NPROCESSORS_ONLN); GOGC=400 go test -p $$((2 * n)) -parallel $$((4 * n)) -ldflags=-s -vet=off \
		./steps ./internal/cli ./loadgen/workload $$(go list work | grep -v -e /internal/browser $(BESIDE:%=-e /%))

# Only requests that are spoiled are sent with the usual GOGC: that test looks at the heap. Every line runs, whatever failed
# before it, so that one failure does not hide the rest.
test-full: skip = $(if $(NIGHT),,|$(AT_NIGHT))
test-full: ## Run what `make test` leaves out or tries a sample of: what measures time, whole runs, clients of others
	@set -x; failed=0; \
	IFMATCH_FULL=1 GOGC=400 go test -ldflags=-s -vet=off -count=1 -v -parallel 8 -skip '^$$$(skip)' -run 'TestWeatherIsNo|TestNoRequestArrivesTwice|TestLostAnswersAccuseNobody|TestMoreViolations|TestHeedsWhat|TestPatterns|TestWorkloadsShow|TestMixesShowFaults|TestFaultsAreCounted|TestWhateverTheClocksShow|TestLeasesRunOut|TestEveryWorkloadIsUnderstood|TestFalseAnswersFarApart' ./loadgen ./loadgen/check ./loadgen/check/register ./loadgen/shard ./loadgen/workload || failed=1; \
	IFMATCH_FULL=1 GOGC=400 go test -ldflags=-s -vet=off -count=1 -v -p 1 -skip '^$$$(skip)' -run 'TestNetwork|OverSockets|TestARunRepeats|TestAFaultyServer|TestAWrongETag|TestAHandlerThatAlways|TestARunEndsWith|TestAnAnswerThatBreaksOffByChance|TestTheReferenceConforms|TestWeatherIsNoVerdict|TestRestarts|TestServersThatNeverVary|TestSlownessIsNever|WhateverASASGrants|TestAServiceIsAFolder|TestCasesOfOtherAccounts|TestEveryCaseOnOtherAccounts|TestTheRightClause|TestOperationsThatAreNotImplemented|TestFaultyServersAreNamed|TestNothingIsSentTwice|TestAnInterruptedRace|TestATransactionWhose|TestOplocksAgainst|TestAStoreThatBreaks' ./loadgen ./steps ./steps/fit ./steps/conform || failed=1; \
	IFMATCH_FULL=1 GOGC=400 go test -ldflags=-s -vet=off -count=1 -v -parallel 8 -skip '^$$$(skip)' -run 'TestAWorkloadInSixSteps|TestScripts|TestReadme|TestCommandsOfThePages|TestAnotherEmulator|TestActionsSteps|TestRunTells|TestGateOfRaces|TestTwoLoads|TestShardsAreJudged|OverSMB|EntraID|TestATokenThatEnds|TestALoadWhoseToken|TestARestartedServer|TestRestarts|TestDeletedData|TestOfflineCommands|TestSecondInterrupt' ./internal/cli || failed=1; \
	IFMATCH_FULL=1 go test -ldflags=-s -vet=off -count=1 -v -run 'TestFuzzedRequests|TestEveryChangeIsKept|TestAJournalCutAnywhere|TestNothingIsIgnored|TestTheReduction' ./reference ./reference/disk ./reference/explore/schedule || failed=1; \
	IFMATCH_FULL=1 GOGC=400 go test -ldflags=-s -vet=off -count=1 -skip 'JavaScript$(skip)' ./internal/deps $(BESIDE:%=./%/...) || failed=1; \
	exit $$failed

spoiled: ## Send ten thousand spoiled requests to each service of the reference, under the race detector
	IFMATCH_FULL=1 CGO_ENABLED=1 go test -race -count=1 -v -timeout 30m -run 'TestFuzzedRequests|TestTornRequests' ./reference

race: ## Run every test under the race detector
	CGO_ENABLED=1 go test -race work

# These tools hold the whole program in memory, where each look for garbage costs more than what it finds (GOGC).
lint: export GOGC = 400
lint: ## Check formatting, go vet, staticcheck, dead code, which files use which, who sends requests, the workflows and the action
	@files=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi
	GOGC=off go vet work
	go tool staticcheck work
	@dead=$$(go tool deadcode -test work); \
	if [ -n "$$dead" ]; then echo "nothing reaches:"; echo "$$dead"; exit 1; fi
	IFMATCH_FULL=1 go test -run 'TestFilesPointOneWay|TestEveryRequestIsSentOnce|TestSendersAreFound' ./internal/deps
	go tool actionlint .github/workflows/*.yml

fuzz: ## Run each fuzz target for FUZZTIME (10s)
	.ci/fuzz $(FUZZTIME)

conform: build ## Judge the embedded reference
	$(BIN) run

conform-azurite: build ## Install Azurite, judge it in real time, compare with the expected deviations
	go run ./internal/tools/conform-azurite -bin $(BIN) -expect docs/azurite.tsv $(ARGS)

gate-azurite: build ## Let ifmatch write a list of Azurite's known failures in races, and gate with it: every gate must be green
	go run ./internal/tools/conform-azurite -bin $(BIN) $(if $(ARGS),$(ARGS),-runs 3 -gates $(GATES) -- 'feature:race/*')

conform-azurites: build ## Install six releases of Azurite, judge each as it is by default, write the tables of docs/results.md
	go run ./internal/tools/conform-azurite -bin $(BIN) -survey docs/results.md -keep docs/matrix $(ARGS)

matrix: build ## Judge the reference, and put it beside the verdicts on Azurite that are kept (RESULTS=folder: beside the results in it)
	@for f in $(if $(RESULTS),$(RESULTS)/*.json); do $(BIN) report $$f --report verdicts=docs/matrix/azurite-$$(basename $$f) || exit 1; done
	$(BIN) run --report verdicts=docs/matrix/reference.json
	$(BIN) report matrix --report html=docs/matrix/matrix.html docs/matrix/reference.json $(shell ls -v docs/matrix/azurite-*.json 2>/dev/null)

browser: ## Open every page in headless Chromium, and judge it by axe-core
	CI=true IFMATCH_CHROMIUM=required go test -count=1 -v ./internal/browser

conform-samba: ## Drive the SMB server with Samba's client, and ask Samba's server what ours is asked
	IFMATCH_CLIENTS=smbclient,smbd go test -count=1 -v -run 'TestSMBClient|TestSamba' ./internal/interop

recordings: ## Play what Azure answered, as Microsoft's client tests recorded it, against the reference (ARGS=-v shows what differs)
	go run ./internal/tools/recordings $(ARGS)

spec-diff: ## List the condition headers of Microsoft's clients that no clause names, with the version that brought them (ARGS=-all: all)
	go run ./internal/tools/spec-diff $(ARGS)

interop-js: build ## Drive the reference with the JavaScript SDK
	go test -count=1 -run JavaScript ./internal/interop/...

flake: build ## Run the suite RUNS (50) times, plain and under the race detector, and compare the verdicts
	GOGC=off CGO_ENABLED=1 go build -race -o $(BIN)-race .
	go run ./internal/tools/flake -n $(RUNS) $(BIN) $(BIN)-race

load-faults: ## Load every server with a sporadic fault until its violation is found (LOAD=first: by one workload each)
	IFMATCH_LOAD=$(LOAD) go test -count=1 -v -timeout 20m -run 'TestEverySporadicFault|TestCorrectServers' ./loadgen

weather: ## Load the reference by every workload under every kind of weather, at 1 %, 10 % and 50 %: it is never accused
	IFMATCH_LOAD=all go test -count=1 -v -timeout 60m -run 'TestEveryWeather' ./loadgen

mutate: build ## Run the suite on every faulty reference, write its part of docs/results.md
	GOGC=1600 $(BIN) mutate --first --report markdown=bin/strength.md $(ARGS)
	.ci/splice docs/results.md strength bin/strength.md

mutants: ## Make every listed mistake in the checks of histories, and see their tests fail
	IFMATCH_MUTANTS=all go test -count=1 -v -timeout 60m -run TestMutantsAreKilled ./loadgen/check

load-cpu: ## Price a request of load against vegeta's static GET, in one run
	go test -run '^$$' -bench ClientCPU -benchtime 1x ./loadgen

load-azurite: build ## Load the reference and Azurite by the same plans, and compare
	go run ./internal/tools/load-ratio -bin $(BIN) $(ARGS)

restarts: ## Kill the reference under three workloads, or from RESTARTS=1m under all, every two seconds for RESTARTS (30s) each: it loses nothing
	IFMATCH_RESTARTS=$(RESTARTS) IFMATCH_FULL=1 go test -count=1 -v -timeout 4h -run TestRestartsLoseNothing ./internal/cli

# Too long for CI: what AT_NIGHT names; every random history where CI tries one in thirty; all pairs of operations where a run
# draws some, and the faults that mirror them; ten thousand spoiled requests under the race detector; kills under every workload
# for a minute each (twenty minutes), where CI kills three of them for ten seconds; three gates of an unchanged Azurite; and the
# loads of faulty servers and of Azurite. Further nightly targets are k8s (it compiles Kubernetes), conform-azurites (six
# releases), mutants (half an hour), `load-faults LOAD=all` and weather.
nightly: build ## Run what takes too long for CI: whole runs, fifty of them under the race detector, all random histories, all pairs, long kills
	$(MAKE) test-full
	IFMATCH_FULL=1 GOGC=400 go test -ldflags=-s -count=1 ./loadgen/workload ./loadgen/shard ./loadgen/check/...
	$(BIN) run --pairs all
	IFMATCH_FULL=1 GOGC=400 go test -ldflags=-s -count=1 -run 'TestMirroredFaults|TestSingleFaults' ./internal/mutate
	$(MAKE) spoiled
	$(MAKE) gate-azurite
	$(MAKE) restarts RESTARTS=1m
	$(MAKE) load-faults LOAD=first
	$(MAKE) load-azurite ARGS='-each 500ms'
	$(MAKE) flake

k8s: ## Have Kubernetes, built from its Go modules, run what `ifmatch load --render k8s` prints
	cd internal/engine/k8s && GOWORK=off go test -count=1 -v -p 2 -timeout 20m .

dapr: ## Drive the reference with dapr's state stores, from their Go module: two at once, and over a restart
	cd internal/interop/dapr && GOWORK=off go test -count=1 -v .

bench: ## Run the benchmarks
	go test -run '^$$' -bench . -benchmem work

release: ## Build what is published of this commit into dist/, twice: static binaries, the OCI image, npm's packages, SHA256SUMS
	go run ./internal/tools/release -out dist $(ARGS)

docs: ## Write the generated pages under docs/, the README's block and the list of published case ids again
	go test -count=1 ./internal/cli ./internal/deps ./reference ./features -run 'TestGeneratedPages|TestReadme|TestArchitecturePage|TestEveryDocumentedRequest|TestIDsRest' -update

tidy: ## Write go.mod and go.sum of every module of go.work again
	.ci/tidy

module: ## Rename the module to PATH, when the repository gets a home: make module PATH=example.org/you/ifmatch
	go run ./internal/tools/module $(MODULE)

ci: ## Run what CI runs, with the seconds of each stage
	.ci/run

clean: ## Delete what the build made
	rm -rf bin dist
