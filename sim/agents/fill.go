package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// fill writes the texts of a call with what is so at this moment.
func (o *Oracle) fill(tool string, args map[string]any, data cue) (sim.Args, error) {
	out := sim.Args{}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		switch v := args[name].(type) {
		case string:
			s, err := o.write(v, data)
			if err != nil {
				return nil, err
			}
			out[name] = o.typed(tool, name, v, s)
		case []string:
			list := make([]string, len(v))
			for i, w := range v {
				s, err := o.write(w, data)
				if err != nil {
					return nil, err
				}
				list[i] = s
			}
			out[name] = list
		default:
			out[name] = v
		}
	}
	return out, nil
}

// typed turns a text that was written where a number or a switch belongs into one.
func (o *Oracle) typed(tool, name, was, s string) any {
	if was == s {
		return s
	}
	for _, t := range o.briefing.Tools {
		for i := range t.Params {
			if t.Name != tool || t.Params[i].Name != name {
				continue
			}
			switch t.Params[i].Type {
			case sim.Int:
				if n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); err == nil {
					return n
				}
			case sim.Bool:
				return strings.TrimSpace(s) == "true"
			}
		}
	}
	return s
}

func (o *Oracle) write(words string, data cue) (string, error) {
	if !strings.Contains(words, "{{") {
		return words, nil
	}
	t, err := template.New("text").Funcs(o.functions()).Parse(words)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return "", err
	}
	return b.String(), nil
}

// functions are what the texts of a solution may call.
func (o *Oracle) functions() template.FuncMap {
	local := func(layout string) func() string {
		return func() string { return o.world.Now().In(o.zone()).Format(layout) }
	}
	return template.FuncMap{
		"requirement": func(id string) (string, error) { return o.show("work", "requirement/"+id, "value") },
		"req_text":    func(id string) (string, error) { return o.show("work", "requirement/"+id, "text") },
		"req_version": func(id string) (string, error) { return o.show("work", "requirement/"+id, "version") },
		"req_date":    o.longDate,
		"percent":     func(id string) (string, error) { return o.show("work", "package/"+id, "percent") },
		"package":     func(id string) (string, error) { return o.show("work", "package/"+id, "state") },
		"approval":    func(id string) (string, error) { return o.show("work", "approval/"+id, "state") },
		"fact":        func(id string) (string, error) { return o.show("work", "fact/"+id, "text") },
		"value":       func(id string) (string, error) { return o.show("work", "fact/"+id, "value") },
		"cell": func(sheet, cell string) (string, error) {
			return o.show("sheets", strings.TrimPrefix(sheet, "sheets/")+"!"+cell, "value")
		},
		"version": o.version,
		"due":     func(ref string) (string, error) { return o.dueOf(ref, "2006-01-02 15:04") },
		"date":    func(ref string) (string, error) { return o.dueOf(ref, "2006-01-02") },
		"today":   local("2006-01-02"),
		"now":     local("2006-01-02 15:04"),
		"result":  o.result,
	}
}

func (o *Oracle) zone() *time.Location { return o.hours.Zone() }

// show is one field of what a part shows of a thing.
func (o *Oracle) show(part, name, field string) (string, error) {
	m, ok := o.world.Exhibit(part, name)
	if !ok {
		return "", fmt.Errorf("there is no %s", name)
	}
	v, ok := m[field]
	if !ok {
		return "", fmt.Errorf("%s has no %s", name, field)
	}
	return fmt.Sprint(v), nil
}

// longDate writes a requirement that is a day in the long form: Friday, 27 March 2026.
func (o *Oracle) longDate(id string) (string, error) {
	value, err := o.show("work", "requirement/"+id, "value")
	if err != nil {
		return "", err
	}
	day, err := clock.ParseDay(value)
	if err != nil {
		return "", fmt.Errorf("requirement %s is no day: %w", id, err)
	}
	return day.At(0, time.UTC).In(time.UTC).Format("Monday, 2 January 2006"), nil
}

// version is the newest version of an artifact, such as docs/release-plan.
func (o *Oracle) version(ref string) (string, error) {
	app, id, ok := strings.Cut(ref, "/")
	if !ok {
		return "", fmt.Errorf("%q is no artifact; expected such as docs/plan", ref)
	}
	if s, err := o.show(app, id, "version"); err == nil {
		return s, nil
	}
	return o.show(app, ref, "version")
}

// dueOf is the moment at which a piece of work is due, in the agent's zone. Without a kind it is a deliverable.
func (o *Oracle) dueOf(ref, layout string) (string, error) {
	if !strings.Contains(ref, "/") {
		ref = "deliverable/" + ref
	}
	s, err := o.show("work", ref, "due")
	if err != nil {
		return "", err
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return "", fmt.Errorf("%s has no due moment", ref)
	}
	return clock.Of(t).In(o.zone()).Format(layout), nil
}

// result reads a field of what an earlier step got, by a path such as mails.0.id.
func (o *Oracle) result(id, path string) (string, error) {
	raw, ok := o.made[id]
	if !ok {
		return "", fmt.Errorf("the step %q has no result", id)
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", fmt.Errorf("the result of step %q cannot be read: %w", id, err)
	}
	for key := range strings.SplitSeq(path, ".") {
		switch w := v.(type) {
		case map[string]any:
			v = w[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(w) {
				return "", fmt.Errorf("the result of step %q has no %s", id, path)
			}
			v = w[i]
		default:
			return "", fmt.Errorf("the result of step %q has no %s", id, path)
		}
	}
	if v == nil {
		return "", fmt.Errorf("the result of step %q has no %s", id, path)
	}
	return fmt.Sprint(v), nil
}
