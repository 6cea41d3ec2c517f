package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// gcPercent lets the heap grow to five times what is live before it is swept: a world is some ten megabytes, and
// sweeping it at twice that took a tenth of a run's time.
const gcPercent = 400

func main() {
	debug.SetGCPercent(gcPercent)
	os.Exit(realMain(os.Args[1:]))
}

func realMain(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	root, out := newRoot(), newOutput(os.Stdout)
	root.SetArgs(args)
	root.SetOut(out)
	err := root.ExecuteContext(ctx)
	if broken := out.end(); err == nil {
		err = broken
	}
	if err == nil {
		return exitDone
	}
	var said *silent
	if !errors.As(err, &said) {
		fmt.Fprintln(os.Stderr, "tenure: "+plainly(err.Error()))
	}
	var bad *usage
	if errors.As(err, &bad) {
		return exitUsage
	}
	return exitFailed
}

// plainly is a message without what would steer a terminal: it may quote a file that came from anywhere.
func plainly(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return '\ufffd'
		}
		return r
	}, s)
}

// usage is an error of whoever typed the command: exit code 2.
type usage struct{ error }

func (u *usage) Unwrap() error { return u.error }

func usagef(format string, args ...any) error { return &usage{fmt.Errorf(format, args...)} }

// silent is a failure that has been reported already.
type silent struct{ error }

func (s *silent) Unwrap() error { return s.error }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "tenure",
		Short: "A simulator of a workplace for long-horizon agents",
		Long: `Tenure simulates a workplace for as long as a project lasts. Coworkers message, delay, fall ill, change
requirements and keep or break promises; an agent under test works among them. Everything is logged, so an
episode can be stopped, resumed, replayed and scored again.`,
		Example: `  tenure run portal --agent steady --seed 1     run the main job
  tenure log portal-steady-1 --app chat         read what was said
  tenure score portal-steady-1                  see the score again
  tenure scenario list                          what there is to run`,
		Version:      version(),
		SilenceUsage: true, SilenceErrors: true,
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().String("store", storeDefault, "the file that keeps the episodes")
	root.PersistentFlags().Bool("json", false, "print for programs")
	root.PersistentFlags().Duration("wait", waitDefault, waitDoc)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w%s; see '%s --help'", plain(err), flagMeant(c, err), c.CommandPath())
	})
	root.AddCommand(newRun(), newResume(), newReplay(), newEpisodes(), newLog(), newShow(), newScore(), newReport(), // episodes
		newCheckpoint(), newFork(), newTree(), newDiff(), newExport(), newImport(), newSimcheck(), // points, branches, copies
		newVerify(), newSalvage(), newGC(), newCompact(), newDu(), // the store
		newScenario(), newTools(), newModel(), newBench())
	checkOwn(root)
	for _, c := range root.Commands() {
		checkArgs(c)
	}
	return root
}

// checkOwn makes the parser's own commands refuse words that are no command: they take any.
func checkOwn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args, c.RunE = knownCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		case "help":
			c.Args = func(cmd *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil {
					return &usage{err}
				}
				return knownCommand(found, rest)
			}
		}
	}
}

// plain takes the parser's own words out of a complaint about a flag's value.
func plain(err error) error {
	text := err.Error()
	if at := strings.Index(text, ": strconv."); at >= 0 && strings.Contains(text[:at], "--attempt") {
		return errors.New(text[:at] + fromOne)
	}
	if at := strings.Index(text, ": strconv.ParseBool"); at >= 0 {
		return errors.New(text[:at] + ": it takes no value")
	}
	if at := strings.Index(text, ": strconv."); at >= 0 {
		return errors.New(text[:at] + ": a whole number from 0 on is wanted")
	}
	if at := strings.Index(text, ": time: "); at >= 0 {
		return errors.New(text[:at] + ": a duration such as 40h or 90m is wanted")
	}
	return err
}

// fromOne ends a complaint about a number that counts from one.
const fromOne = ": a whole number from 1 on is wanted"

// wrongValue is the parser's complaint about a flag's value, for values that the parser takes.
func wrongValue(flag string, got any) string {
	return fmt.Sprintf("invalid argument \"%v\" for \"--%s\" flag%s", got, flag, fromOne)
}

// version is that of the module the command was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}

// knownCommand refuses words that are no command of c, with those that are like them.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	if inner := within(c, args[0]); len(inner) > 0 {
		return &usage{fmt.Errorf("there is no command '%s'; did you mean %s?", args[0], strings.Join(inner, " or "))}
	}
	what := strings.TrimPrefix(c.CommandPath()+" "+args[0], "tenure ")
	if also := synonyms[args[0]]; slices.Contains(names, also) {
		return usagef("there is no command '%s'; did you mean %s?", what, also)
	}
	if near := nearest(args[0], names); len(near) > 0 {
		return &usage{fmt.Errorf("there is no command '%s'; did you mean %s?", what, strings.Join(near, " or "))}
	}
	return &usage{fmt.Errorf("there is no command '%s'; there are %s", what, strings.Join(names, ", "))}
}

// synonyms are what other programs call some of the commands.
var synonyms = map[string]string{"list": "ls", "rename": "mv", "move": "mv", "remove": "rm", "delete": "rm", "add": "create"}

// within are the commands of c's commands that have the name.
func within(c *cobra.Command, name string) []string {
	var out []string
	for _, sub := range c.Commands() {
		for _, inner := range sub.Commands() {
			if inner.IsAvailableCommand() && (inner.Name() == name || inner.HasAlias(name)) {
				out = append(out, "'"+inner.CommandPath()+"'")
			}
		}
	}
	return out
}

// flagName finds the names of flags where a line of help begins.
var flagName = regexp.MustCompile(`(?m)^ +(?:-., )?--([a-z-]+)`)

// flagMeant offers the flags that an unknown one is like.
func flagMeant(c *cobra.Command, err error) string {
	wrong, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return ""
	}
	var names []string
	for _, m := range flagName.FindAllStringSubmatch(c.Flags().FlagUsages(), -1) {
		names = append(names, m[1])
	}
	near := nearest(wrong, names)
	if wrong == "seed" && c.Flags().Lookup("reseed") != nil {
		return "; did you mean --reseed? It takes no number: the seed follows from the point and the fork's name"
	}
	if len(near) == 0 {
		return ""
	}
	return "; did you mean --" + strings.Join(near, " or --") + "?"
}

// noWords says that a command takes no words, where the parser takes the first for a command.
func noWords(cmd *cobra.Command, args []string, err error) error {
	if len(args) > 0 && strings.HasPrefix(err.Error(), "unknown command") {
		return fmt.Errorf("'%s' takes no words besides its flags, got %q", cmd.CommandPath(), args[0])
	}
	return err
}

// storeMeant offers --store when one of the words is a file that looks like a store.
func storeMeant(args []string) string {
	for _, a := range args {
		if info, err := os.Stat(a); err == nil && info.Mode().IsRegular() && filepath.Ext(a) == filepath.Ext(storeDefault) {
			return "; a store is named by --store " + quote(a)
		}
	}
	return ""
}

// missingWord names the first word that a command lacks.
func missingWord(cmd *cobra.Command, args []string) string {
	line, _, _ := strings.Cut(cmd.Use, ",")
	words := strings.Fields(line)[1:]
	if len(args) >= len(words) || strings.HasPrefix(words[len(args)], "[") {
		return ""
	}
	return ": " + strings.TrimRight(words[len(args)], ".") + " is missing"
}

// checkArgs turns cobra's complaints about arguments into usage errors, in all subcommands.
func checkArgs(c *cobra.Command) {
	if inner := c.Args; inner != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			err := inner(cmd, args)
			var said *usage
			if err == nil || errors.As(err, &said) {
				return err
			}
			return usagef("%w%s%s; it is used as\n  %s", noWords(cmd, args, err), missingWord(cmd, args), storeMeant(args), cmd.UseLine())
		}
	}
	for _, sub := range c.Commands() {
		checkArgs(sub)
	}
}
