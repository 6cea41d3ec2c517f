package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/spend"
)

const (
	modelSlots  = 16
	modelMedian = 10 * time.Millisecond // of an answer; hosted models take a hundred times as long
	benchSigma  = 0.6                   // of its logarithm
	youngHours  = 200
	modelLap    = 40 // hours that one plays before it is the other's turn
)

// benchModels plays the project of 1,000 hours twice, with models behind all coworkers: with answers that come at once, which
// is what the simulation itself takes, and over loopback from an endpoint that takes its time. Both are played in turns,
// so that whatever else the machine does slows both.
func benchModels(ctx context.Context, l *lab) error {
	sc, err := generated(generate.Options{Hours: projectHours})
	if err != nil {
		return err
	}
	end, err := newEndpoint(modelSlots, modelMedian)
	if err != nil {
		return err
	}
	l.say("%d hours with models that answer at once and with an endpoint on loopback, median %s an answer, in turns", projectHours, modelMedian)
	err = l.withBacked(sc, standIn{}, func(quick *backed) error {
		return l.withBacked(sc, end, func(b *backed) error { return l.playModels(ctx, quick, b, end) })
	})
	return errors.Join(err, end.close())
}

func (l *lab) playModels(ctx context.Context, quick, b *backed, end *endpoint) error {
	var young, old float64
	for hours := modelLap; hours <= projectHours; hours += modelLap {
		until := hours
		if hours == projectHours {
			until = 0
		}
		if err := errors.Join(quick.play(ctx, until), b.play(ctx, until)); err != nil {
			return err
		}
		switch hours {
		case youngHours:
			young = mebibytes(heap()) / 2 // there are two of them
		case projectHours:
			old = mebibytes(heap()) / 2
		}
	}
	moves, work := quick.moves, quick.wall
	if err := errors.Join(sameMoves(moves, b.moves), b.sheet.Finish()); err != nil {
		return err
	}
	l.tokenRows(b)
	l.callRows(b.sheet)
	least := optimum(moves, end.took, modelSlots, work)
	l.add(benchRow{Part: "models", What: "  wall time, 16 calls at once", Figure: b.wall.Seconds(), Unit: "s", Baseline: least.Seconds(), Against: "least that the log allows",
		Limit: limit{Of: "ratio", Most: 1.1}, Note: fmt.Sprintf("answers log-normal, median scaled down to %s; %d calls, at most %d at once", modelMedian, len(end.took), end.server.Counts().Most)})
	l.add(benchRow{Part: "models", What: "  simulation's share of it", Figure: 100 * work.Seconds() / b.wall.Seconds(), Unit: "%",
		Note: fmt.Sprintf("%s s; it is the same whatever answers take", short(work.Seconds()))})
	l.add(benchRow{Part: "models", What: "  heap after 1,000 hours", Figure: old, Unit: "MiB", Baseline: young, Against: fmt.Sprintf("after %d hours", youngHours),
		Note: "half of what two such episodes take"})
	return nil
}

func mebibytes(n uint64) float64 { return float64(n) / (1 << 20) }

// Windows of working hours that are compared.
const (
	earlyFrom, lateFrom = 50, projectHours - 100
	windowHours         = 100
)

func (l *lab) tokenRows(b *backed) {
	people := float64(len(b.scenario.Cast))
	row := func(what string, tokens func(spend.Count) int64) {
		per := func(from int) float64 {
			c := b.sheet.Sum(func(k spend.Key) bool { return k.Hour >= from && k.Hour < from+windowHours })
			return float64(tokens(c)) / people / windowHours
		}
		var all []float64
		for from := 0; from < projectHours; from += windowHours {
			all = append(all, per(from))
		}
		l.add(benchRow{Part: "models", What: what, Figure: per(lateFrom), Unit: "", Baseline: per(earlyFrom),
			Against: fmt.Sprintf("hours %d-%d", earlyFrom, earlyFrom+windowHours), Limit: limit{Of: "ratio", Most: 1.05},
			Note: fmt.Sprintf("hours %d-%d; of ten such windows %s to %s", lateFrom, lateFrom+windowHours, short(slices.Min(all)), short(slices.Max(all)))})
	}
	row("tokens in, a person and hour", func(c spend.Count) int64 { return c.In })
	row("tokens out, a person and hour", func(c spend.Count) int64 { return c.Out })
	all := b.sheet.Sum(func(spend.Key) bool { return true })
	l.add(benchRow{Part: "models", What: "  of prompts stays the same", Figure: share(all.Stable, all.Prompt), Unit: "%", Limit: limit{Of: "figure", AtLeast: 80},
		Note: fmt.Sprintf("%s %% was sent before in that role; %s", short(share(all.Again, all.Prompt)), stableOf(b.sheet))})
}

func share(part, whole int64) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// stableOf is the share that stays the same by what is asked for.
func stableOf(s *spend.Sheet) string {
	var out []string
	byWhat := spend.By(s, func(k spend.Key) string { return k.What })
	for _, what := range slices.Sorted(maps.Keys(byWhat)) {
		out = append(out, fmt.Sprintf("%s %s %%", what, short(share(byWhat[what].Stable, byWhat[what].Prompt))))
	}
	return strings.Join(out, ", ")
}

// personDay is a person on a day.
type personDay struct {
	who sim.ActorID
	day clock.Day
}

func (l *lab) callRows(s *spend.Sheet) {
	days := spend.By(s, func(k spend.Key) personDay { return personDay{k.Who, k.Day} })
	var most, sum int64
	for _, c := range days {
		most, sum = max(most, c.Calls), sum+c.Calls
	}
	tiers := map[string]int64{}
	for k, c := range spend.By(s, func(k spend.Key) spend.Key { return spend.Key{Role: k.Role, Who: k.Who, Day: k.Day} }) {
		tiers[k.Role] = max(tiers[k.Role], c.Calls)
	}
	var by []string
	for _, role := range slices.Sorted(maps.Keys(tiers)) {
		by = append(by, fmt.Sprintf("%s %d", role, tiers[role]))
	}
	l.add(benchRow{Part: "models", What: "  calls for a person on a day, most", Figure: float64(most), Unit: "", Limit: limit{Of: "figure", Most: 15},
		Note: fmt.Sprintf("on average %s on days with any; most by tier: %s", short(float64(sum)/float64(max(len(days), 1))), strings.Join(by, ", "))})
}
