package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSearchWantsAllWordsNewestFirst(t *testing.T) {
	x := New()
	x.Put(1, "The staging box is back")
	x.Put(2, "Staging will be down, see PORT-12 and 12 more")
	x.Put(3, "Café Müller, 18,400 EUR, lena.vogt@northlane.example")
	x.Put(4, "PORT-30 until 12:00, docs/release-plan")
	x.Put(5, "go-live on 2026-03-27")
	cases := []struct {
		query string
		want  []uint64
	}{
		{"staging", []uint64{2, 1}},
		{"STAG", []uint64{2, 1}},
		{"stag box", nil},
		{"staging ba", []uint64{1}},
		{"box staging", []uint64{1}},
		{"port-12", []uint64{2}},
		{"PORT-", []uint64{4, 2}},
		{"cafe muller", []uint64{3}},
		{"18,400", []uint64{3}},
		{"lena.vogt@northlane.example", []uint64{3}},
		{"northlane.example", []uint64{3}},
		{"vogt", []uint64{3}},
		{"release-plan", []uint64{4}},
		{"2026-03-27", []uint64{5}},
		{"live go", []uint64{5}},
		{"nothing", nil},
		{"", nil},
		{"...", nil},
	}
	for _, c := range cases {
		if got := x.Search(c.query, 10, nil); !slices.Equal(got, c.want) {
			t.Errorf("Search(%q) = %v, want %v", c.query, got, c.want)
		}
	}
}

func TestSearchStopsAtMostAndAsksLeave(t *testing.T) {
	x := New()
	for i := range uint64(500) {
		x.Put(i, "hello world")
	}
	even := func(id uint64) bool { return id%2 == 0 }
	if got, want := x.Search("hello", 3, even), []uint64{498, 496, 494}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := x.Search("hello", 0, nil); got != nil {
		t.Errorf("none wanted, got %v", got)
	}
}

// plain is an Index the slow, obvious way.
type plain map[uint64]string

func (p plain) search(query string, most int) []uint64 {
	words := strings.Fields(query)
	var out []uint64
	for id, text := range p {
		all := true
		for i, w := range words {
			all = all && slices.ContainsFunc(strings.Fields(text), func(x string) bool {
				return x == w || i == len(words)-1 && strings.HasPrefix(x, w)
			})
		}
		if all && len(words) > 0 {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out[:min(most, len(out))]
}

func (p plain) clone() plain {
	c := plain{}
	for k, v := range p {
		c[k] = v
	}
	return c
}

func TestIndexAgreesWithAScanAlsoAfterClones(t *testing.T) {
	vocabulary := []string{"a", "ab", "abc", "b", "ba", "c", "cab", "d"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 4).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		xs, ps := []*Index{New()}, []plain{{}}
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			i := rapid.IntRange(0, len(xs)-1).Draw(t, "which")
			id := rapid.Uint64Range(0, 150).Draw(t, "id")
			switch rapid.IntRange(0, 20).Draw(t, "what") {
			case 0:
				if len(xs) < 4 {
					xs, ps = append(xs, xs[i].Clone()), append(ps, ps[i].clone())
				}
			case 1, 2:
				xs[i].Remove(id)
				delete(ps[i], id)
			default:
				s := text.Draw(t, "text")
				xs[i].Put(id, s)
				ps[i][id] = s
			}
		}
		for i := range xs {
			for range 10 {
				q := text.Draw(t, "query")
				most := rapid.IntRange(1, 200).Draw(t, "most")
				if got, want := xs[i].Search(q, most, nil), ps[i].search(q, most); !slices.Equal(got, want) {
					t.Fatalf("Search(%q, %d) = %v, want %v", q, most, got, want)
				}
			}
		}
	})
}

func BenchmarkPut(b *testing.B) {
	x := New()
	for i := 0; b.Loop(); i++ {
		x.Put(uint64(i), mail(i))
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		x := New()
		for i := range n {
			x.Put(uint64(i), mail(i))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				x.Search("release w17 w5", 20, nil)
			}
		})
	}
}

func BenchmarkClone(b *testing.B) {
	x := New()
	for i := range 100_000 {
		x.Put(uint64(i), mail(i))
	}
	for b.Loop() {
		x.Clone()
	}
}

func mail(i int) string {
	var s strings.Builder
	s.WriteString("the release plan for PORT-")
	for k := range 20 {
		fmt.Fprintf(&s, "%d w%d ", i%300, (i*7+k*i)%5000)
	}
	return s.String()
}
