package main

import (
	"cmp"
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

	quiet time.Time // when the last line was printed; guarded by mu
	over  chan struct{}
	beats sync.WaitGroup
}

const headlineRunes = 70

// waitLine is how long nothing is printed, where there is no bar, before a line says what is waited for.
const waitLine = 30 * time.Second

func newProgress(cmd *cobra.Command, s *session) *progress {
	p := &progress{session: s, out: cmd.ErrOrStderr(), opened: s.begun(), resumed: s.begun()}
	if f, ok := p.out.(*os.File); ok && isTerminal(f) {
		p.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(30), mpb.WithRefreshRate(120*time.Millisecond))
		p.bar = p.bars.AddBar(int64(s.scenario.Horizon/time.Minute),
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.date() })),
			mpb.AppendDecorators(decor.Percentage(decor.WCSyncSpace), decor.Any(func(decor.Statistics) string { return p.news() })),
			mpb.BarRemoveOnComplete())
		return p
	}
	p.quiet, p.over = time.Now(), make(chan struct{})
	p.beats.Go(p.beat)
	return p
}

// beat says every now and then what is waited for.
func (p *progress) beat() {
	t := time.NewTicker(waitLine / 10)
	defer t.Stop()
	for {
		select {
		case now := <-t.C:
			p.tellWait(now)
		case <-p.over:
			return
		}
	}
}

// tellWait prints what is waited for when nothing has been printed for a while.
func (p *progress) tellWait(now time.Time) {
	if line := p.session.casting.awaits(now); line != "" {
		p.line(now, waitLine, "%s%s\n", p.date(), line)
	}
}

// line prints one, if nothing was printed for so long.
func (p *progress) line(now time.Time, apart time.Duration, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.quiet) < apart {
		return
	}
	p.quiet = now
	fmt.Fprintf(p.out, format, args...)
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
		p.line(time.Now(), 0, "%s %3d %%%s\n", p.date(), p.share(), p.news())
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
	what := "message"
	if p.resumed {
		what = "new message"
	}
	last := p.headline
	if p.bar != nil { // where there is none a line of its own says so
		last = cmp.Or(p.session.casting.awaits(time.Now()), last)
	}
	return fmt.Sprintf("  %s  %s", plural(p.messages, what), last)
}

func (p *progress) stop() {
	if p.bars == nil {
		close(p.over)
		p.beats.Wait()
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
