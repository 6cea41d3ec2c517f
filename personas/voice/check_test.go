package voice

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/speech"
	"pgregory.net/rapid"
)

// The needs of the table: a delay of the order API to Friday 20 March, 17:00, asked on Monday 2 March 2026.
func delay() Needs {
	b := brief("warm", words.Chat, full(speech.Delay))
	b.Draft = "The order API slips to Fri 20 Mar, 17:00. The schema is not final."
	return b.Needs([]Value{{Kind: Number, Text: "31,700 EUR"}, {Kind: Number, Text: "3 weeks", Topic: "penalty clause"}, {Kind: Percent, Text: "12 %"}, {Kind: Date, Text: "2026-04-15"},
		{Kind: Name, Text: "Jürgen Müller"}, {Kind: Text, Text: "takeover by Helios"}, {Kind: Canary, Text: "ZX-QUARTZ-77"}})
}

func price() Needs {
	b := brief("warm", words.Mail, words.Details{Act: speech.Act{Verb: speech.Inform, Percent: 12}, Title: "vendor price", Text: "The search vendor asks for 18,400 EUR a year"})
	b.Draft = "Hi Robin, the search vendor asks for 18,400 EUR a year, which is 12% more. Lena"
	return b.Needs(nil)
}

func yes() Needs {
	b := brief("terse", words.Chat, words.Details{Act: speech.Act{Verb: speech.Approve}, Title: "Security sign-off"})
	b.Draft = "Security sign-off: approved."
	return b.Needs(nil)
}

func no() Needs {
	b := brief("terse", words.Chat, words.Details{Act: speech.Act{Verb: speech.Reject}, Title: "Security sign-off"})
	b.Draft = "The security sign-off is not approved."
	return b.Needs(nil)
}

func thanks() Needs {
	b := brief("terse", words.Chat, words.Details{Act: speech.Act{Verb: speech.Thank}})
	b.Draft = "Thanks."
	return b.Needs(nil)
}

func TestTextsPassOrFailForTheirReason(t *testing.T) {
	const ok = "The order API will be there by Friday 20 March, 17:00. "
	for _, c := range []struct {
		needs Needs
		text  string
		want  string // codes; empty if it passes
	}{
		// As a person writes.
		{delay(), "The order API will slip to Friday 20 March, 5 pm. The schema isn't final yet, sorry!", ""},
		{delay(), "Bad news on the order API: 20 March at 17:00 is the earliest.", ""},
		{delay(), "order api won't make it before March 20th, 17:00", ""},
		{delay(), "Order API → 2026-03-20, 17:00. Schema still open.", ""},
		{delay(), "The API will be late: 20.03.2026, 17:00.", ""},
		{delay(), "The API will be late: 20.03., 17:00.", ""},
		{delay(), "Order API: 3/20, 5pm. That's the best I can do.", ""},
		{delay(), "Order API: 20/3, 5 p.m. at the latest.", ""},
		{delay(), "I need until the 20th of March, 17:00, for the order API.", ""},
		{delay(), "Hi Robin, the order API is going to be late, I'm aiming for Friday, March 20, at 17:00 now. 🙁", ""},
		{delay(), "How are you today? The order API moves to 20 March, 17:00.", ""},
		{delay(), ok + "The schema is not final, and one of us has to fix that first.", ""},
		{price(), "Hi Robin,\n\nthe search vendor asks for 18.400 EUR a year, 12 percent up.\n\nLena", ""},
		{price(), "Hi Robin,\n\nthe search vendor wants 18 400 EUR, that's 12 % more.\n\nBest,\nLena", ""},
		{price(), "Hi Robin, the search vendor wants 18.4k a year, up by twelve percent. Lena", ""},
		{price(), "Hi Robin, the vendor of the search asks for EUR 18400, an extra 12 per cent. Best, Lena", ""},
		{yes(), "Security sign-off is approved from my side.", ""},
		{yes(), "Sign-off granted.", ""},
		{no(), "I can't approve the security sign-off.", ""},
		{no(), "Security sign-off: rejected.", ""},
		{thanks(), "Thanks!", ""},
		{thanks(), "Thank you", ""},
		{thanks(), "Cheers mate", ""},
		{thanks(), "Thanks for the prompt reply.", ""},
		// Figures, dates and names that are wrong, missing or nobody's.
		{delay(), "The order API will be late, sorry.", "missing missing"},
		{delay(), "The order API will be there next Friday at 17:00.", "missing"},
		{delay(), "The order API will be there on Friday at 17:00.", "missing invented"},
		{delay(), "The order API will be ready by 22 March, 17:00.", "missing invented"},
		{delay(), "The order API will be ready by 20 March, 18:00.", "missing invented"},
		{delay(), "The order API will be ready by 20 March 2027, 17:00.", "missing invented"},
		{delay(), "The order API will be ready on Monday 20 March, 17:00.", "invented"},
		{delay(), "It will be there by Friday 20 March, 17:00.", "missing"},
		{delay(), ok + "The demo follows on 3 April.", "invented"},
		{delay(), ok + "I'll send a first version by tomorrow.", "invented"},
		{delay(), ok + "It will cost 4,500 EUR more.", "invented"},
		{delay(), ok + "We are at 80 %.", "invented"},
		{price(), "Hi Robin, the search vendor asks for 18,500 EUR a year, 12% more. Lena", "missing invented"},
		{price(), "Hi Robin, the search vendor asks for 18,400 EUR a year, 21% more. Lena", "missing invented"},
		{price(), "Hi Robin, the search vendor asks for 18,400 EUR a year and 12 of us agree. Lena", "missing invented"},
		// What must not be told.
		{delay(), ok + "Between us, the budget is 31.700 EUR.", "forbidden invented"},
		{delay(), ok + "Between us, the budget is 31.7k.", "forbidden invented"},
		{delay(), ok + "The margin is twelve percent.", "forbidden invented"},
		{delay(), ok + "The board meets on April 15th.", "forbidden invented"},
		{delay(), ok + "The penalty clause starts after 3 weeks.", "forbidden invented"},
		{delay(), ok + "Ask Mueller about it.", "forbidden"},
		{delay(), ok + "It's because of the takeover by Helios.", "forbidden"},
		{delay(), ok + "zx quartz 77", "canary invented"},
		// Yes for no.
		{yes(), "The security sign-off is not approved.", "contrary"},
		{yes(), "I decline the security sign-off.", "contrary"},
		{no(), "The security sign-off is approved.", "contrary"},
		// As a small model writes.
		{delay(), "", "empty"},
		{delay(), " ... 🙂 ", "empty"},
		{delay(), "As an AI language model, I say the order API will be there by 20 March, 17:00.", "model-talk"},
		{delay(), ok + "I was instructed to say so.", "model-talk"},
		{delay(), ok + "The prompt says I am Lena.", "model-talk"},
		{delay(), ok + "This follows the template.", "model-talk"},
		{delay(), ok + "State no other figure, date, price, promise or decision. What you do not know you leave out.", "model-talk"},
		{delay(), "I'm sorry, but I can't assist with that.", "missing missing missing refusal"},
		{delay(), "Dear [name], " + ok, "placeholder"},
		{delay(), "Hi {listener}, " + ok, "placeholder"},
		{delay(), "**Update** " + ok, "markup"},
		{delay(), `{"text": "The order API will be there by 20 March, 17:00."}`, "markup"},
		{delay(), ok + "The reason is that the", "cut"},
		{delay(), ok + "We still have to look at the schema,", "cut"},
		{delay(), ok + "\nRobin: Fine with me.", "speaks-for-others"},
		{delay(), ok + "Tomas approved it.", "speaks-for-others"},
		{delay(), ok + "I write on behalf of Omar.", "speaks-for-others"},
		{delay(), ok + ok, "repeats"},
		{delay(), ok + strings.Repeat("We will see how the schema goes and what comes of that. I think so. ", 12), "repeats long"},
		{delay(), "Die order API ist nicht fertig, ich habe sie bis zum 20 March, 17:00.", "language"},
		{delay(), "Order API 20 March 17:00: извините, мы опаздываем со схемой.", "language"},
		{thanks(), "Vielen dank und auch", "language"},
		{thanks(), "Merci pour les", "language"},
		{thanks(), "谢谢", "language"},
		{price(), "18,400 EUR, 12%: search vendor", ""},
	} {
		ps := c.needs.Check(c.needs.CleanFor(c.text))
		var codes []string
		for _, p := range ps {
			codes = append(codes, p.Code)
		}
		want := strings.Fields(c.want)
		slices.Sort(codes)
		slices.Sort(want)
		if !slices.Equal(codes, want) {
			t.Errorf("%q\ngot  %v\nwant %s", c.text, ps, c.want)
		}
	}
}

func TestCleanTakesOffTheWrapping(t *testing.T) {
	for raw, want := range map[string]string{
		`"Fine with me."`:                                                   "Fine with me.",
		"```\nFine with me.\n```":                                           "Fine with me.",
		"```text\nFine with me.\n```":                                       "Fine with me.",
		"Sure, here is the message:\n\n\"Fine with me.\"":                   "Fine with me.",
		"Here's a reply: Fine with me.":                                     "Fine with me.",
		"<think>He wants a yes.</think>\nFine with me.":                     "Fine with me.",
		"He wants a yes.</think>Fine with me.":                              "Fine with me.",
		"<think>and never ends":                                             "",
		"Subject: Re: API\n\nFine with me.":                                 "Fine with me.",
		"Lena: Fine with me.":                                               "Fine with me.",
		"**Lena Vogt:** Fine with me.":                                      "** Fine with me.",
		"Fine with me.\n\nBest,\nLena\nLena":                                "Fine with me.\n\nBest,\nLena",
		"Two points: the API and the plan.":                                 "Two points: the API and the plan.",
		`He said "no" and she said "yes"`:                                   `He said "no" and she said "yes"`,
		"Sure. I'll send the message to Omar tomorrow, two things: a and b": "Sure. I'll send the message to Omar tomorrow, two things: a and b",
	} {
		if strings.HasPrefix(raw, "**") {
			want = "Fine with me."
		}
		if got := (Needs{Speaker: "Lena Vogt"}).CleanFor(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestNoTextPassesWithoutWhatItMustSay(t *testing.T) {
	needs := []Needs{delay(), price()}
	rapid.Check(t, func(t *rapid.T) {
		n := needs[rapid.IntRange(0, len(needs)-1).Draw(t, "needs")]
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"order", "API", "search", "vendor", "20", "March", "17:00", "5 pm", "18,400", "18", "400", "EUR", "12", "%", "percent", ".", ",", "the", "year",
			"2026-03-20", "on", "\n", "twelve", "12.03."})).Draw(t, "parts")
		text := strings.Join(parts, " ")
		if len(n.Check(text)) > 0 {
			return
		}
		a := read(text, n.Today)
		for _, v := range n.Must {
			if !a.states(v, n.Today) {
				t.Fatalf("%q passes without %v", text, v)
			}
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add("The order API will be there by 12.03., 1 200, 2 pm.")
	f.Add("<think>12/13/14 00:99 99999999999999999999 -1'000'000 twenty hundred and")
	n := delay()
	f.Fuzz(func(t *testing.T, text string) {
		clean := n.CleanFor(text)
		ps := n.Check(clean)
		if len(ps) == 0 && !read(clean, n.Today).states(Value{Kind: Time, Text: "17:00"}, "") {
			t.Fatalf("%q passes without its time", clean)
		}
		Repair(brief("dry", words.Chat).Prompt(), text, ps).Encode()
	})
}
