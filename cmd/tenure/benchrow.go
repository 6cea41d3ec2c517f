package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// benchRow is one figure beside its baseline. What is not measured is zero.
type benchRow struct {
	Part     string  `json:"part"`
	What     string  `json:"what"`
	Figure   float64 `json:"figure"`
	Unit     string  `json:"unit"`
	Baseline float64 `json:"baseline,omitempty"`
	Against  string  `json:"against,omitempty"` // what the baseline is
	Ratio    float64 `json:"ratio,omitempty"`   // figure over baseline
	Limit    limit   `json:"limit,omitzero"`
	OK       bool    `json:"ok"`
	Note     string  `json:"note,omitempty"`
}

// limit bounds the figure, its ratio to the baseline or its difference from it. None at all holds always.
type limit struct {
	Of      string  `json:"of,omitempty"` // figure | ratio | difference
	Most    float64 `json:"most,omitempty"`
	AtLeast float64 `json:"at_least,omitempty"`
}

func (r benchRow) judged() benchRow {
	if r.Baseline != 0 {
		r.Ratio = r.Figure / r.Baseline
	}
	v := r.Figure
	switch r.Limit.Of {
	case "ratio":
		v = r.Ratio
	case "difference":
		v = r.Figure - r.Baseline
	}
	r.OK = (r.Limit.Most == 0 || v <= r.Limit.Most) && v >= r.Limit.AtLeast
	return r
}

func (l limit) String() string {
	word := map[string]string{"ratio": "ratio ", "difference": "diff "}[l.Of]
	switch {
	case l.Most != 0:
		return word + "<= " + short(l.Most)
	case l.AtLeast != 0:
		return word + ">= " + short(l.AtLeast)
	}
	return ""
}

// short writes three digits, and whole numbers in full.
func short(f float64) string {
	if f >= 1000 || f <= -1000 || f == float64(int64(f)) {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'g', 3, 64)
}

// show prints the table.
func (l *lab) show(cmd *cobra.Command) error {
	if asJSON(cmd) {
		return printJSON(cmd, map[string]any{"cores": runtime.NumCPU(), "go": runtime.Version(), "system": runtime.GOOS + "/" + runtime.GOARCH, "rows": l.rows})
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%d cores, %s, %s/%s%s\n", runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, load())
	fmt.Fprintln(w, "WHAT\tFIGURE\tBASELINE\tRATIO\tLIMIT\tOK\tAGAINST")
	for _, r := range l.rows {
		base, ratio, ok := "", "", map[bool]string{true: "yes", false: "NO"}[r.OK]
		if r.Baseline != 0 {
			base, ratio = short(r.Baseline)+" "+r.Unit, strconv.FormatFloat(r.Ratio, 'f', 2, 64)
		}
		if r.Limit.Of == "" {
			ok = ""
		}
		fmt.Fprintf(w, "%s\t%s %s\t%s\t%s\t%s\t%s\t%s\n", r.What, short(r.Figure), r.Unit, base, ratio, r.Limit, ok, note(r))
	}
	return w.Flush()
}

// load is how many programs want a processor, where the system tells: more than there are cores spoils figures of time.
func load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	one, _, _ := strings.Cut(string(raw), " ")
	return ", load " + one
}

func note(r benchRow) string {
	if r.Against != "" && r.Note != "" {
		return r.Against + "; " + r.Note
	}
	return r.Against + r.Note
}
