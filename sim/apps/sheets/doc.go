// Package sheets is the office's spreadsheets: workbooks with tabs, formulas, versions and rights.
//
// A workbook is a base (a content of the log: all cells as they were created or imported) and the cells changed since,
// version by version; a write's event carries the changed cells only. Cells are kept as they were entered, as text.
// What formulas come to is never state: it is calculated by excelize when somebody looks and kept in a small cache
// that a clone does without. Formulas may use the functions in functions.go and nothing volatile, so the same cells
// give the same values for ever.
//
// The package keeps values and formulas, no colours, widths or number formats; an import drops those. Rows and columns
// are not inserted or deleted: cells are written.
package sheets
