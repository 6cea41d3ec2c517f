package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// progress shows where a run is: a bar on a terminal, a line every virtual day elsewhere.
type progress struct {
	session *session
	out     io.Writer
	bars    *mpb.Progress
	bar     *mpb.Bar

	mu       sync.Mutex // guards what follows: the bar is drawn from another goroutine
	now      clock.Time
	messages int
	headline string

	opened  bool
	resumed bool // what was said before this run is not counted

	day clock.Day // the last day that had a line
}

const headlineRunes = 70

func newProgress(cmd *cobra.Command, s *session) *progress {
	p := &progress{session: s, out: cmd.ErrOrStderr(), opened: s.begun(), resumed: s.begun()}
	if f, ok := p.out.(*os.File); ok && isTerminal(f) {
		p.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(30), mpb.WithRefreshRate(120*time.Millisecond))
		p.bar = p.bars.AddBar(int64(s.scenario.Horizon/time.Minute),
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.date() })),
			mpb.AppendDecorators(decor.Percentage(decor.WCSyncSpace), decor.Any(func(decor.Statistics) string { return p.news() })),
			mpb.BarRemoveOnComplete())
	}
	return p
}

// watch sees every event as it is folded or made.
func (p *progress) watch(e sim.Event) {
	p.note(e)
	if !p.opened {
		return
	}
	if p.bar != nil { // outside the lock: the bar's goroutine may be asking for the date
		p.bar.SetCurrent(int64(p.session.scenario.Elapsed(e.At) / time.Minute))
		return
	}
	if d := clock.DayOf(e.At, p.session.scenario.TimeZone()); d != p.day && p.messages > 0 {
		p.day = d
		fmt.Fprintf(p.out, "%s %3d %%%s\n", p.date(), p.share(), p.news())
	}
}

func (p *progress) note(e sim.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = e.At
	if _, ok := e.Body.(sim.Opened); ok {
		p.opened = true
	}
	if s, ok := e.Body.(sim.Speaker); ok && p.opened {
		p.messages++
		p.headline = cut(string(e.Actor)+": "+s.Speech().Text, headlineRunes)
	}
}

func (p *progress) share() int64 {
	return int64(p.session.scenario.Elapsed(p.now) * 100 / p.session.scenario.Horizon)
}

func (p *progress) date() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now.Format(p.session.scenario.TimeZone()) + " "
}

func (p *progress) news() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	awaited := ""
	if n := p.session.casting.awaited(); n > 0 { // else a slow model looks like a run that hangs
		awaited = fmt.Sprintf("waits for %s of models  ", plural(n, "answer"))
	}
	what := "message"
	if p.resumed {
		what = "new message"
	}
	return fmt.Sprintf("  %s  %s%s", plural(p.messages, what), awaited, p.headline)
}

func (p *progress) stop() {
	if p.bars == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
}

func cut(s string, most int) string {
	s = plainly(strings.Join(strings.Fields(s), " "))
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
