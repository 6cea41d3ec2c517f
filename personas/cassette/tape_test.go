package cassette

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

var config = models.Config{Models: []models.Model{{Name: "local", ID: "m-1", URL: "http://user:hunter2@h/v1", KeyEnv: "HUNTER2"}},
	Roles: map[string]models.Role{models.Small: {Model: "local", Temperature: 700, Most: 200}, models.Strong: {Model: "local", Temperature: 700, Most: 200}}}

func ask(n uint64, text string) engine.Request {
	p := prompt.Prompt{Stable: 1, Messages: []prompt.Message{{Role: prompt.System, Content: "You are Lena & <co>."}, {Role: prompt.User, Content: text}}}
	r := engine.Request{PromptText: p.Encode()}
	r.ID, r.Owner, r.For, r.Tier, r.Seq = n, "players", "lena", models.Small, 10*n
	return r
}

// model answers by a function and counts.
type model struct {
	n  atomic.Int64
	do func(context.Context, engine.Request) (engine.Response, error)
}

func (m *model) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	n := m.n.Add(1)
	if m.do != nil {
		return m.do(ctx, r)
	}
	return engine.Response{Text: fmt.Sprintf("answer %d to %d", n, r.ID), Model: "m-1-2026", In: 12, Cached: 3, Out: 4, Finish: "stop", Tries: 2,
		Calls: []prompt.Call{{ID: "c", Tool: "chat_post", Args: `{"text":"<x>"}`}}}, nil
}

func open(t testing.TB, path string, opt Options) *Tape {
	t.Helper()
	if opt.Config.Roles == nil {
		opt.Config = config
	}
	tape, _, err := Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tape.Close() })
	return tape
}

func complete(t testing.TB, m engine.Model, r engine.Request) engine.Response {
	t.Helper()
	got, err := m.Complete(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// recorded makes a tape of three answers.
func recorded(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	tape := open(t, path, Options{Mode: Record, Model: &model{}})
	for n := uint64(1); n <= 3; n++ {
		complete(t, tape, ask(n, fmt.Sprintf("Say that it costs %d euros.", n)))
	}
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatWasRecordedIsPlayed(t *testing.T) {
	path := recorded(t)
	tape := open(t, path, Options{Mode: Strict})
	got := complete(t, tape, ask(2, "Say that it costs 2 euros."))
	want, _ := (&model{}).Complete(t.Context(), ask(2, ""))
	want.Text = "answer 2 to 2"
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestAMissShowsTheFirstDifference(t *testing.T) {
	path := recorded(t)
	for _, c := range []struct {
		change func(*engine.Request, *Options)
		want   string
	}{
		{func(r *engine.Request, _ *Options) { *r = ask(2, "Say that it costs 7 euros.") },
			`question 2 of lena (persona.small) is not on it; the nearest is in line 3, where message 2 (user) differs at character 19: there "Say that it costs 2 euros.", here "Say that it costs 7 euros."`},
		{func(r *engine.Request, _ *Options) { r.SchemaText = []byte(`{ "type":"object"}`) }, `the schema differs: at character 1`},
		{func(r *engine.Request, _ *Options) { r.Limit = 50 }, `the parameters are {"temperature":700,"most":200} and not {"temperature":700,"most":50}`},
		{func(r *engine.Request, _ *Options) { r.ID = 9 }, `question 9 of lena (persona.small) is not on it: the tape ends here, for it comes after the last that was recorded, question 3 of lena (persona.small); 0 of the 3 answers on it were played.`},
		{func(r *engine.Request, _ *Options) { r.For = "tom" }, `nor is any other of tom`},
		{func(r *engine.Request, _ *Options) { r.Tier = "reader" }, `no model plays the role "reader"`},
		{func(r *engine.Request, _ *Options) { r.Tier = models.Strong }, `the role is persona.small and not persona.strong`},
		{func(_ *engine.Request, o *Options) {
			o.Config = models.Config{Models: []models.Model{{Name: "local", ID: "m-2"}}, Roles: config.Roles}
		}, `the model is "m-1" and not "m-2"`},
	} {
		r, opt := ask(2, "Say that it costs 2 euros."), Options{Mode: Strict}
		c.change(&r, &opt)
		_, err := open(t, path, opt).Complete(t.Context(), r)
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, engine.ErrStop) || errors.Is(err, engine.ErrBudget) {
			t.Errorf("got %v\nwant %s, stopping the run", err, c.want)
		}
	}
}

func TestARunThatGoesOnIsToldTheSame(t *testing.T) {
	path := recorded(t)
	live := &model{}
	tape := open(t, path, Options{Mode: Record, Model: live})
	if got := complete(t, tape, ask(2, "Say that it costs 2 euros.")); got.Text != "answer 2 to 2" || live.n.Load() != 0 {
		t.Errorf("got %q after %d calls, want what is on the tape", got.Text, live.n.Load())
	}
	complete(t, tape, ask(4, "new"))
	if live.n.Load() != 1 || tape.Len() != 4 {
		t.Errorf("a new question made %d calls, and the tape has %d", live.n.Load(), tape.Len())
	}
}

func TestAFaultIsPlayedAndAskedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	failing := &model{}
	var tape *Tape
	failing.do = func(_ context.Context, r engine.Request) (engine.Response, error) {
		tape.Attempt(Attempt{Role: r.Tier, Persona: string(r.For), Ordinal: r.ID, Try: 1, Kind: "rate", Status: 429, Text: "slow down", Request: "{}", Body: "no"})
		tape.Attempt(Attempt{Role: r.Tier, Persona: "tom", Ordinal: r.ID, Try: 7, Kind: "rate"}) // another's
		return engine.Response{}, errors.New("rate: too often")
	}
	tape = open(t, path, Options{Mode: Record, Model: failing})
	if _, err := tape.Complete(t.Context(), ask(1, "x")); err == nil || err.Error() != "rate: too often" || errors.Is(err, engine.ErrStop) {
		t.Fatalf("got %v, want the fault itself", err)
	}
	tape.Close()
	raw, _ := os.ReadFile(path)
	if s := string(raw); !strings.Contains(s, `"attempts":[{"try":1,"kind":"rate","status":429,"text":"slow down","request":"{}","body":"no"`) || strings.Contains(s, `"try":7`) {
		t.Errorf("the tape has not the failed attempt, or another's: %s", s)
	}
	if _, err := open(t, path, Options{Mode: Strict}).Complete(t.Context(), ask(1, "x")); err == nil || err.Error() != "rate: too often" {
		t.Errorf("strictly got %v, want the same fault", err)
	}
	again := open(t, path, Options{Mode: Record, Model: &model{}})
	if got := complete(t, again, ask(1, "x")); got.Text != "answer 1 to 1" {
		t.Errorf("recording again got %+v", got)
	}
	if got := complete(t, open(t, path, Options{Mode: Strict}), ask(1, "x")); got.Text != "answer 1 to 1" {
		t.Errorf("strictly, after an answer, got %+v", got)
	}
}

func TestWhatWasBrokenOffOrNotPutIsNoAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	tape := open(t, path, Options{Mode: Record, Model: &model{do: func(ctx context.Context, r engine.Request) (engine.Response, error) {
		if r.ID == 2 {
			return engine.Response{}, fmt.Errorf("too much: %w", engine.ErrBudget)
		}
		cancel()
		return engine.Response{}, ctx.Err()
	}}})
	if _, err := tape.Complete(ctx, ask(1, "x")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was broken off", err)
	}
	if _, err := tape.Complete(t.Context(), ask(2, "x")); !errors.Is(err, engine.ErrBudget) {
		t.Errorf("got %v, want that the budget is spent", err)
	}
	raw, _ := os.ReadFile(path)
	if tape.Len() != 0 || bytes.Count(raw, []byte("\n")) != 2 || !bytes.Contains(raw, []byte(`"got":"nothing"`)) {
		t.Errorf("the tape has %d answers: %s", tape.Len(), raw)
	}
}

func TestAForkIsStrictUpToItsEvent(t *testing.T) {
	path := recorded(t)
	live := &model{}
	tape := open(t, path, Options{Mode: Fork, Model: live, Fork: 20})
	if got := complete(t, tape, ask(1, "Say that it costs 1 euros.")); got.Text != "answer 1 to 1" {
		t.Errorf("before the fork got %q", got.Text)
	}
	if _, err := tape.Complete(t.Context(), ask(2, "else")); !errors.Is(err, engine.ErrStop) || live.n.Load() != 0 {
		t.Errorf("a miss before the fork got %v after %d calls", err, live.n.Load())
	}
	if got := complete(t, tape, ask(3, "Say that it costs 3 euros.")); got.Text != "answer 3 to 3" {
		t.Errorf("the very same question after the fork got %q", got.Text)
	}
	complete(t, tape, ask(3, "else"))
	if live.n.Load() != 1 {
		t.Errorf("a new question after the fork made %d calls, want 1", live.n.Load())
	}
}

func TestTheSameQuestionAtTheSameTimeIsAskedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	synctest.Test(t, func(t *testing.T) {
		live := &model{}
		live.do = func(context.Context, engine.Request) (engine.Response, error) {
			time.Sleep(time.Minute) // all others come meanwhile
			return engine.Response{Text: "x"}, nil
		}
		tape := open(t, path, Options{Mode: Record, Model: live})
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				if got, err := tape.Complete(t.Context(), ask(1, "x")); err != nil || got.Text != "x" {
					t.Errorf("got %+v, %v", got, err)
				}
			})
		}
		all.Wait()
		if n := live.n.Load(); n != 1 {
			t.Errorf("32 at the same time made %d calls, want 1", n)
		}
	})
}

func TestManyAtTheSameTimeAreAllKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	tape := open(t, path, Options{Mode: Record, Model: &model{}})
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			if _, err := tape.Complete(t.Context(), ask(uint64(i+1), strings.Repeat("x", 50*i))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	tape.Close()
	strict := open(t, path, Options{Mode: Strict})
	for i := range 64 {
		complete(t, strict, ask(uint64(i+1), strings.Repeat("x", 50*i)))
	}
}

func TestALineThatWasCutIsLeftOutAndSaid(t *testing.T) {
	path := recorded(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	for _, size := range []int{last + 1, last + 9, (last + len(whole)) / 2, len(whole) - 1} {
		if err := os.WriteFile(path, whole[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		tape, cut, err := Open(path, Options{Mode: Strict, Config: config})
		if err != nil || cut != int64(size-last) || tape.Len() != 2 {
			t.Fatalf("cut at %d: got %d bytes cut, %v", size, cut, err)
		}
		tape.Close()
		writing, _, err := Open(path, Options{Mode: Record, Config: config, Model: &model{}})
		if err != nil {
			t.Fatal(err)
		}
		complete(t, writing, ask(3, "x")) // shorter than what was cut
		writing.Close()
		tape, cut, err = Open(path, Options{Mode: Strict, Config: config})
		if err != nil || cut != 0 || tape.Len() != 3 {
			t.Fatalf("cut at %d and written on: %d bytes cut, %v", size, cut, err)
		}
		tape.Close()
	}
}

func TestADamagedLineIsNamed(t *testing.T) {
	path := recorded(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := bytes.IndexByte(whole, '\n') + 1
	for at := second; at < second+200; at += 7 {
		bad := bytes.Clone(whole)
		bad[at] ^= 1
		if bad[at] == '\n' {
			continue
		}
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := Open(path, Options{Mode: Record, Config: config, Model: &model{}})
		if want := fmt.Sprintf("line 2 at byte %d is damaged", second); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a bit at %d: got %v, want %s", at, err, want)
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, bad) {
			t.Fatalf("a damaged tape was changed")
		}
	}
	for text, want := range map[string]string{"{\"some\":\"json\"}\n": "line 1 at byte 0", string(sealed([]byte(`{"format":9}`))): "it is of format 9"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(path, Options{Mode: Strict, Config: config}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestDamageAfterOpeningStopsTheRun(t *testing.T) {
	path := recorded(t)
	tape := open(t, path, Options{Mode: Strict})
	if err := os.Truncate(path, 300); err != nil {
		t.Fatal(err)
	}
	if _, err := tape.Complete(t.Context(), ask(3, "Say that it costs 3 euros.")); !errors.Is(err, engine.ErrStop) {
		t.Errorf("got %v, want a stop", err)
	}
}

func TestThereIsOneWriter(t *testing.T) {
	path := recorded(t)
	tape := open(t, path, Options{Mode: Record, Model: &model{}})
	if _, _, err := Open(path, Options{Mode: Fork, Config: config, Model: &model{}}); !errors.Is(err, ErrInUse) {
		t.Errorf("a second writer got %v, want %v", err, ErrInUse)
	}
	if got := complete(t, open(t, path, Options{Mode: Strict}), ask(1, "Say that it costs 1 euros.")); got.Text == "" {
		t.Error("a reader beside a writer got nothing")
	}
	tape.Close()
	open(t, path, Options{Mode: Record, Model: &model{}})
}

func TestATapeThatCannotBeWrittenStopsTheRun(t *testing.T) {
	tape := open(t, filepath.Join(t.TempDir(), "t"), Options{Mode: Record, Model: &model{}})
	tape.file.f.Close()
	got, err := tape.Complete(t.Context(), ask(1, "x"))
	if !errors.Is(err, engine.ErrStop) || got.Text != "" {
		t.Errorf("got %+v, %v; want no answer and a stop", got, err)
	}
}

func TestNoKeyComesOnATape(t *testing.T) {
	raw, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"hunter2", "HUNTER2", "uthorization"} {
		if bytes.Contains(raw, []byte(word)) {
			t.Errorf("%q is on the tape", word)
		}
	}
	for line := range bytes.Lines(raw) {
		if !json.Valid(line) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if !bytes.Contains(raw, []byte("Lena & <co>")) {
		t.Error("a person cannot read the prompts")
	}
}

func TestModesThatCannotWorkAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	for want, opt := range map[string]Options{"expected one of record, strict, fork, synthetic": {Mode: "live"}, "needs a model": {Mode: Record}, "no such file": {Mode: Strict}} {
		if _, _, err := Open(path, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %s", opt, err, want)
		}
	}
}

func TestMemoryIsKeysAndOffsets(t *testing.T) {
	const records = 2000
	var b bytes.Buffer
	b.Write(header)
	for n := range uint64(records) {
		q, err := question(ask(n, strings.Repeat("words ", 1000)), config.Models[0], config.Roles[models.Small])
		if err != nil {
			t.Fatal(err)
		}
		q.Got, q.Answer = gotAnswer, &answer{Text: "x"}
		line, err := q.line()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
	}
	path := filepath.Join(t.TempDir(), "t")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	size := b.Len()
	b = bytes.Buffer{}
	before := heap()
	tape := open(t, path, Options{Mode: Strict})
	if used := int64(heap()) - int64(before); used > records*400+1<<20 || tape.Len() != records {
		t.Errorf("a tape of %d bytes takes %d in memory, want at most 400 a record", size, used)
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// What stands in for a model on a synthetic tape is told by its name.
func TestASyntheticTapeAnswersByItself(t *testing.T) {
	tape, _, err := Open(filepath.Join(t.TempDir(), "t"), Options{Mode: Synthetic})
	if err != nil {
		t.Fatal(err)
	}
	defer tape.Close()
	if got := complete(t, tape, ask(1, "In plain words:\nIt will be 12 March.\n\nForm:\nA mail.")); got.Text != "It will be 12 March." || got.Model != synthetic {
		t.Errorf("got %+v", got)
	}
	r := ask(2, "x")
	r.SchemaText = []byte(`{"const":`)
	if _, err := tape.Complete(t.Context(), r); err == nil {
		t.Error("a schema that is no JSON was taken")
	}
}

func FuzzScan(f *testing.F) {
	raw, err := os.ReadFile(recorded(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add(raw[:len(raw)-5])
	f.Add(header)
	f.Fuzz(func(t *testing.T, raw []byte) {
		x, whole, err := scan(bytes.NewReader(raw), "")
		if err != nil {
			return
		}
		if whole < 0 || whole > int64(len(raw)) || whole > 0 && raw[whole-1] != '\n' {
			t.Fatalf("whole up to %d of %d bytes", whole, len(raw))
		}
		for _, p := range x.at {
			line, _, _ := bytes.Cut(raw[p.offset:], []byte("\n"))
			if _, err := readMark(line); err != nil {
				t.Fatalf("the index names a line that is none: %v", err)
			}
		}
	})
}

func FuzzReadRecord(f *testing.F) {
	q, err := question(ask(1, "x"), config.Models[0], config.Roles[models.Small])
	if err != nil {
		f.Fatal(err)
	}
	q.Got, q.Answer = gotAnswer, &answer{Text: "x"}
	raw, err := marshal(q)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`{"got":"answer"}`))
	f.Fuzz(func(t *testing.T, object []byte) {
		if len(object) == 0 {
			return
		}
		r, err := readRecord(bytes.TrimSuffix(sealed(object), []byte("\n"))) // with a sum that fits, or nothing would be reached
		if err != nil {
			return
		}
		if _, err := r.line(); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if got, err := r.play(); err == nil && r.Got != gotAnswer {
			t.Fatalf("it plays %+v and has no answer", got)
		}
	})
}

func benchmarkText() string { return strings.Repeat("A line of a prompt as they are. ", 400) } // 12 KB

func BenchmarkRecord(b *testing.B) {
	tape := open(b, filepath.Join(b.TempDir(), "t"), Options{Mode: Record, Model: &model{}})
	text, n := benchmarkText(), uint64(0)
	for b.Loop() {
		n++
		complete(b, tape, ask(n, text))
	}
}

func BenchmarkPlay(b *testing.B) {
	path := filepath.Join(b.TempDir(), "t")
	tape := open(b, path, Options{Mode: Record, Model: &model{}})
	r := ask(1, benchmarkText())
	complete(b, tape, r)
	strict := open(b, path, Options{Mode: Strict})
	for b.Loop() {
		complete(b, strict, r)
	}
}
