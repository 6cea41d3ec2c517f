package models

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type rawJSON = json.RawMessage

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

func TestTheEnvironmentNamesASingleModel(t *testing.T) {
	c, ok, err := FromEnv(env(map[string]string{EnvURL: "http://127.0.0.1:1/v1", EnvID: "x", KeyEnv: "hunter2"}))
	if err != nil || !ok || c.Models[0].KeyEnv != KeyEnv || c.Models[0].ID != "x" {
		t.Fatalf("got %+v, %t, %v", c, ok, err)
	}
	for _, role := range []string{Small, Strong, Reader, Agent} {
		if m, ok := c.Playing(role); !ok || m.ID != "x" {
			t.Errorf("%s is played by %+v, %t", role, m, ok)
		}
	}
	c, _, _ = FromEnv(env(map[string]string{EnvURL: "http://127.0.0.1:1/v1", EnvID: "x"}))
	if c.Models[0].KeyEnv != "" {
		t.Errorf("without a key in the environment %q is wanted as one", c.Models[0].KeyEnv)
	}
	c, _, _ = FromEnv(env(map[string]string{EnvURL: "http://127.0.0.1:1/v1", EnvID: "x", EnvKey: "OTHER"}))
	if c.Models[0].KeyEnv != "OTHER" {
		t.Errorf("got the variable %q, want OTHER", c.Models[0].KeyEnv)
	}
}

func TestAnEnvironmentThatIsHalfSetIsSaid(t *testing.T) {
	if _, ok, err := FromEnv(env(nil)); ok || err != nil {
		t.Errorf("an empty environment: %t, %v", ok, err)
	}
	for _, c := range []struct {
		set  map[string]string
		want string
	}{
		{map[string]string{EnvID: "x"}, EnvURL + " is not"},
		{map[string]string{EnvURL: "http://h/v1"}, EnvID + " is not"},
		{map[string]string{EnvURL: "h/v1", EnvID: "x"}, "url: it begins with neither"},
		{map[string]string{EnvURL: "http://me:hunter2@h/v1", EnvID: "x"}, "holds a user or a password"},
		{map[string]string{EnvURL: "http://h/v1", EnvID: "x", EnvKey: "sk-hunter2"}, "name of an environment variable"},
	} {
		_, ok, err := FromEnv(env(c.set))
		if ok || err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%v: got %t, %v; want %s", c.set, ok, err, c.want)
		}
	}
}

func TestWhatIsStoredNamesNoKeyAndNoMachine(t *testing.T) {
	c := Config{Models: []Model{{Name: "a", URL: "http://me:hunter2@h/v1?key=hunter2", KeyEnv: "K", Limits: Limits{Calls: 3},
		Params: map[string]rawJSON{"seed": rawJSON("1"), "api_key": rawJSON(`"hunter2"`)}}}, Roles: map[string]Role{Reader: {Model: "a"}}}
	p := c.Public().Models[0]
	if p.URL != "http://h/v1" || p.KeyEnv != "" || p.Limits != (Limits{}) || len(p.Params) != 1 {
		t.Errorf("got %+v", p)
	}
	if len(c.Models[0].Params) != 2 || c.Models[0].KeyEnv != "K" {
		t.Errorf("the configuration itself was changed: %+v", c.Models[0])
	}
}

func TestACostIsRoundedUpAndNeverOverflows(t *testing.T) {
	p := Price{In: 150_000, Cached: 75_000, Out: 600_000}
	if got := p.Cost(1_000_000, 0, 0); got != 150_000 {
		t.Errorf("a million tokens cost %d, want 150000", got)
	}
	if got := p.Cost(1, 0, 1); got != 2 {
		t.Errorf("one token in and one out cost %d, want 2", got)
	}
	if got := (Price{In: 100}).Cost(1_000_000, 1_000_000, 0); got != 100 {
		t.Errorf("kept tokens without a price of their own cost %d, want 100", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		in, out := rapid.Int64Min(0).Draw(t, "in"), rapid.Int64Min(0).Draw(t, "out")
		p := Price{In: rapid.Int64Range(0, MoneyMost).Draw(t, "priceIn"), Out: rapid.Int64Range(0, MoneyMost).Draw(t, "priceOut")}
		want := new(big.Int).Add(ceil(in, p.In), ceil(out, p.Out))
		if most := big.NewInt(math.MaxInt64); want.Cmp(most) > 0 {
			want = most
		}
		if got := p.Cost(in, 0, out); got != want.Int64() {
			t.Fatalf("%d and %d at %+v cost %d, want %d", in, out, p, got, want)
		}
	})
}

func ceil(n, price int64) *big.Int {
	x := new(big.Int).Mul(big.NewInt(n), big.NewInt(price))
	return x.Div(x.Add(x, big.NewInt(perPrice-1)), big.NewInt(perPrice))
}

func TestDollarsAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]int64{"0.15": 150_000, "20": 20_000_000, ".5": 500_000, "1_000": 1_000_000_000, "0.000001": 1, "3.": 3_000_000} {
		if got, err := Dollars(text); err != nil || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", ".", "-1", "1e3", "0.0000001", "1,5", "$3", "99999999", "0x1", "1.2.3"} {
		if got, err := Dollars(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, MoneyMost).Draw(t, "n")
		if got, err := Dollars(ShowDollars(n)); err != nil || got != n {
			t.Fatalf("%d was written %s and read %d, %v", n, ShowDollars(n), got, err)
		}
	})
	if got := ShowDollars(-1_500_000); got != "-1.50" {
		t.Errorf("got %s, want -1.50", got)
	}
}
