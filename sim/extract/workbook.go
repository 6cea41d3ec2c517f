package extract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Open opens an Excel workbook from its bytes. It is bounded: the XML limit equals the archive's, because beyond
// the XML limit excelize would write temporary files.
func Open(raw []byte) (f *excelize.File, err error) {
	if _, err := unzip(raw); err != nil {
		return nil, err
	}
	// A damaged part of the archive can make the reader panic; for us that is a broken file.
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, fmt.Errorf("the workbook is damaged: %v", r)
		}
	}()
	f, err = excelize.OpenReader(bytes.NewReader(raw), excelize.Options{UnzipSizeLimit: unpackedMost, UnzipXMLSizeLimit: unpackedMost})
	if err != nil {
		return nil, fmt.Errorf("not an Excel workbook: %w", err)
	}
	return f, nil
}

// workbookText writes every tab as its name and its rows, cells set apart by tabs, values as they were saved.
func workbookText(raw []byte) (text string, ok bool) {
	f, err := Open(raw)
	if err != nil {
		return "", false
	}
	defer func() {
		if r := recover(); r != nil {
			text, ok = "", false
		}
	}()
	defer f.Close()
	var out strings.Builder
	for _, tab := range f.GetSheetList() {
		rows, err := f.GetRows(tab)
		if err != nil {
			return "", false
		}
		fmt.Fprintf(&out, "[%s]\n", tab)
		for _, row := range rows {
			out.WriteString(strings.TrimRight(strings.Join(row, "\t"), "\t") + "\n")
			if out.Len() > textMost {
				return out.String(), true
			}
		}
	}
	return strings.TrimSpace(out.String()), true
}
