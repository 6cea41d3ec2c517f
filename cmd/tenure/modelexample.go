package main

import (
	_ "embed" // the example is a file, so that it can be read and copied as one
	"fmt"

	"github.com/spf13/cobra"
)

//go:embed models.yaml
var modelsExample string

func newModelExample() *cobra.Command {
	return &cobra.Command{
		Use:   "example",
		Short: "Print a models.yaml to begin with",
		Long: `Print a models.yaml to begin with: a server on this machine, and a hosted model as a comment. Put in the url and the id of
your own. The small model that 'make model-up' serves has its file already: model-up writes it and says where.`,
		Example: "  tenure model example > models.yaml\n  tenure model check --models models.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON(cmd) {
				return printJSON(cmd, map[string]string{"models.yaml": modelsExample})
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), modelsExample)
			return err
		},
	}
}
