package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/tenure-sim/tenure/sim/engine"
)

// score scores the rows that are over, several at a time, with a bar on a terminal. It stops when the command does.
func (t *tree) score(cmd *cobra.Command) error {
	var todo []int
	for i, r := range t.rows {
		if r.over() && r.Trouble == "" {
			todo = append(todo, i)
		}
	}
	step, stop := scoringBar(cmd, len(todo))
	defer stop()
	work := make(chan int)
	errs := make([]error, len(t.rows)) // by row: each belongs to whoever scores it
	var crew sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(todo)) {
		crew.Go(func() {
			for i := range work {
				errs[i] = t.scoreRow(cmd.Context(), &t.rows[i])
				step()
			}
		})
	}
	for _, i := range todo {
		work <- i
	}
	close(work)
	crew.Wait()
	if err := cmd.Context().Err(); err != nil {
		return fmt.Errorf("score the episodes: %w", err)
	}
	for i, err := range errs { // what is wrong with one is no reason to leave the others out
		if err != nil && t.rows[i].Trouble == "" {
			t.rows[i].Trouble = err.Error()
		}
	}
	return nil
}

func (t *tree) scoreRow(ctx context.Context, row *treeRow) error {
	if ctx.Err() != nil {
		return nil // score says so
	}
	b := t.tips[row.Episode].Branch
	sc, err := t.shelf.scenario(b)
	if err != nil {
		return fmt.Errorf("score %s: %w", row.Episode, err)
	}
	s := &session{store: t.store, branch: b, scenario: sc}
	r, err := s.score(engine.Ended(row.Ended))
	if err != nil {
		return fmt.Errorf("score %s: %w", row.Episode, err)
	}
	brief := r.score.Brief()
	row.Score = &brief
	return nil
}

// scoringBar shows how many episodes are scored when somebody is looking.
func scoringBar(cmd *cobra.Command, n int) (step, stop func()) {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !isTerminal(f) || n < 2 {
		return func() {}, func() {}
	}
	bars := mpb.New(mpb.WithOutput(f), mpb.WithWidth(30))
	bar := bars.AddBar(int64(n), mpb.PrependDecorators(decor.Name("scoring "), decor.CountersNoUnit("%d of %d")), mpb.BarRemoveOnComplete())
	return bar.Increment, func() {
		bar.Abort(true)
		bars.Wait()
	}
}
