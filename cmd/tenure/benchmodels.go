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
	"github.com/tenure-sim/tenure/personas/standin"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/spend"
)

const (
	modelSlots  = 16
	modelMedian = 100 * time.Millisecond // of an answer; hosted models take ten times as long
	benchSigma  = 0.6                    // of its logarithm
	timedHours  = 100                    // played from the endpoint
	timedLap    = 10                     // of them, before it is the other's turn
)

// benchModels plays the project of 1,000 hours with models behind all coworkers that answer at once, and counts what they are
// asked. Then it plays the first hours of it twice, in turns: like that, which is what the simulation itself takes, and
// over loopback from an endpoint that takes its time.
func benchModels(ctx context.Context, l *lab) error {
	sc, err := generated(generate.Options{Hours: projectHours})
	if err != nil {
		return err
	}
	if err := l.countModels(ctx, sc); err != nil {
		return err
	}
	end, err := newEndpoint(modelSlots, modelMedian)
	if err != nil {
		return err
	}
	l.say("%d hours of it from an endpoint on loopback, with a median of %s an answer", timedHours, modelMedian)
	err = l.withBacked(sc, backing{model: standin.Model{}, timed: true}, func(quick *backed) error {
		return l.withBacked(sc, backing{model: end, timed: true}, func(b *backed) error { return l.timeModels(ctx, quick, b, end) })
	})
	return errors.Join(err, end.close())
}

// countModels plays the whole project, with scripted coworkers and with models behind them.
func (l *lab) countModels(ctx context.Context, sc *scenarios.Scenario) error {
	var script, models growth
	l.say("%d hours with scripted coworkers", projectHours)
	err := l.withBacked(sc, backing{}, func(b *backed) (err error) {
		script, err = b.grow(ctx)
		return err
	})
	if err != nil {
		return err
	}
	l.say("%d hours with models that answer at once", projectHours)
	return l.withBacked(sc, backing{model: standin.Model{}}, func(b *backed) error {
		if models, err = b.grow(ctx); err != nil {
			return err
		}
		sheet, said, err := b.count()
		if err != nil {
			return err
		}
		l.tokenRows(b, sheet, said)
		l.callRows(sheet)
		l.heapRows(script, models)
		return nil
	})
}

func (l *lab) timeModels(ctx context.Context, quick, b *backed, end *endpoint) error {
	for hours := timedLap; hours <= timedHours; hours += timedLap {
		if err := errors.Join(quick.play(ctx, hours), b.play(ctx, hours)); err != nil {
			return err
		}
	}
	if err := sameMoves(quick.moves, b.moves); err != nil {
		return err
	}
	least := optimum(quick.moves, end.took, modelSlots, quick.wall)
	l.add(benchRow{Part: "models", What: "wall time, 16 calls at once", Figure: b.wall.Seconds(), Unit: "s", Baseline: least.Seconds(), Against: "least that the log allows",
		Limit: limit{Of: "ratio", Most: 1.1}, Note: fmt.Sprintf("%d hours; answers log-normal, median scaled down to %s; %d calls, at most %d at once",
			timedHours, modelMedian, len(end.took), end.server.Counts().Most)})
	own := b.wall - b.waited
	l.add(benchRow{Part: "models", What: "  simulation's share of it", Figure: 100 * own.Seconds() / b.wall.Seconds(), Unit: "%",
		Note: fmt.Sprintf("%s s, and %s s with answers that come at once; answers take %s s when the simulation takes none", short(own.Seconds()),
			short(quick.wall.Seconds()), short(optimum(idle(quick.moves), end.took, modelSlots, 0).Seconds()))})
	return nil
}

// Windows of working hours that are compared.
const (
	earlyFrom, lateFrom = 50, projectHours - 100
	windowHours         = 100
)

func (l *lab) tokenRows(b *backed, sheet *spend.Sheet, said *sayings) {
	people := float64(len(b.scenario.Cast))
	row := func(what string, most float64, tokens func(spend.Count) int64, note string) {
		per := func(from int) float64 {
			c := sheet.Sum(func(k spend.Key) bool { return k.Hour >= from && k.Hour < from+windowHours })
			return float64(tokens(c)) / people / windowHours
		}
		var all []float64
		for from := 0; from < projectHours; from += windowHours {
			all = append(all, per(from))
		}
		l.add(benchRow{Part: "models", What: what, Figure: per(lateFrom), Unit: "", Baseline: per(earlyFrom),
			Against: fmt.Sprintf("hours %d-%d", earlyFrom, earlyFrom+windowHours), Limit: limitOf("ratio", most),
			Note: fmt.Sprintf("hours %d-%d; of ten such windows %s to %s%s", lateFrom, lateFrom+windowHours, short(slices.Min(all)), short(slices.Max(all)), note)})
	}
	row("tokens in and out, a person and hour", 1.05, func(c spend.Count) int64 { return c.In + c.Out }, "")
	row("  in", 0, func(c spend.Count) int64 { return c.In }, "")
	row("  out", 0, func(c spend.Count) int64 { return c.Out }, "; there are more delays to tell of when more work is late")
	l.sayingRow(said)
	all := sheet.Sum(func(spend.Key) bool { return true })
	l.add(benchRow{Part: "models", What: "  of prompts stays the same", Figure: share(all.Stable, all.Prompt), Unit: "%", Limit: limit{Of: "figure", AtLeast: 80},
		Note: fmt.Sprintf("%s %% was sent before in that role; %s", short(share(all.Again, all.Prompt)), stableOf(sheet))})
}

// limitOf is no limit when most is 0.
func limitOf(of string, most float64) limit {
	if most == 0 {
		return limit{}
	}
	return limit{Of: of, Most: most}
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
