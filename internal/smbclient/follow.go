package smbclient

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// Follow does what each line of in says, and tells out the outcome: mark or unmark the file for deletion. It ends when a
// line says close, when in ends, or with ctx.
func (h *Handle) Follow(ctx context.Context, in io.Reader, out io.Writer) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for input := bufio.NewScanner(in); input.Scan(); {
			select {
			case lines <- strings.TrimSpace(input.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case word, more := <-lines:
			if !more || word == "close" {
				return
			}
			answer := "say mark, unmark or close"
			if word == "mark" || word == "unmark" {
				answer = "ok"
				if err := h.SetDeletePending(word == "mark"); err != nil {
					answer = err.Error()
				}
			}
			fmt.Fprintf(out, "%s: %s\n", word, answer)
		}
	}
}
