package archive_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
)

// told is a small episode as a file, with its bundle.
func told(t *testing.T, bundle []byte) []byte {
	t.Helper()
	s := fresh(t)
	events, content, chain := story()
	_, err := s.Create(checkpoints.Branch{Name: "a", Scenario: "base"}, bundle)
	if err == nil {
		err = s.Append("a", sim.Batch{Events: events, Contents: [][]byte{content}, Chain: chain, At: 5})
	}
	if err != nil {
		t.Fatal(err)
	}
	file, _ := export(t, s, archive.Options{Episode: "a"})
	return file
}

func TestWhoDoesNotAdmitAnEpisodeImportsNothing(t *testing.T) {
	file, no := told(t, []byte("bundle")), errors.New("no such scenario")
	var asked []string
	o := archive.Options{Admit: func(e archive.Episode, bundle []byte) error {
		asked = append(asked, e.Name+" "+e.Scenario+" "+string(bundle))
		return no
	}}
	to := fresh(t)
	_, err := archive.Read(ctx, bytes.NewReader(file), to, o)
	refused(t, err, no)
	empty(t, to, "not admitted")
	_, err = archive.Check(ctx, bytes.NewReader(file), o)
	refused(t, err, no)
	if len(asked) != 2 || asked[0] != "a base bundle" || asked[1] != asked[0] {
		t.Errorf("asked about %q, want twice about a base bundle", asked)
	}
}

func TestWhoAdmitsAnEpisodeIsAskedOnce(t *testing.T) {
	file, asked := told(t, []byte("bundle")), 0
	o := archive.Options{Admit: func(archive.Episode, []byte) error { asked++; return nil }}
	to := fresh(t)
	if _, err := archive.Read(ctx, bytes.NewReader(file), to, o); err != nil || asked != 1 {
		t.Errorf("got %v, asked %d times, want once", err, asked)
	}
	_, err := archive.Read(ctx, bytes.NewReader(file), to, o)
	if refused(t, err, archive.ErrHere); asked != 1 {
		t.Errorf("asked %d times about what is here already", asked)
	}
}

func TestANewerScenarioBreaksAsANewerFileDoes(t *testing.T) {
	file := told(t, []byte("bundle"))
	_, err := archive.Read(ctx, bytes.NewReader(file), fresh(t), archive.Options{Admit: func(archive.Episode, []byte) error { return archive.ErrNewer }})
	var b *archive.Break
	if !errors.As(err, &b) || !errors.Is(err, archive.ErrNewer) {
		t.Errorf("got %v, want a Break that wraps ErrNewer", err)
	}
}
