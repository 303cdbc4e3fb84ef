package schedule

import (
	"bytes"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
)

// alphabet is that of tokens: lower-case letters and digits that cannot be taken for each other.
var alphabet = base32.NewEncoding("abcdefghjkmnpqrstuvwxyz023456789").WithPadding(base32.NoPadding)

// tokenMark begins every token, and stands for this version of the choices.
const tokenMark = "k"

// maxChoices bounds what a token can mean.
const maxChoices = 1 << 16

// Token writes a schedule as a word that people can copy.
func Token(choices []uint8) string {
	var b []byte
	gap := uint64(0)
	for _, c := range choices {
		if c == 0 {
			gap++
			continue
		}
		b = append(binary.AppendUvarint(b, gap), c)
		gap = 0
	}
	b = append(b, uint8(crc32.ChecksumIEEE(b)))
	return tokenMark + alphabet.EncodeToString(b)
}

// ParseToken reads a schedule.
func ParseToken(token string) ([]uint8, error) {
	text, marked := strings.CutPrefix(strings.TrimSpace(token), tokenMark)
	b, err := alphabet.DecodeString(text)
	if !marked || err != nil || len(b) == 0 || uint8(crc32.ChecksumIEEE(b[:len(b)-1])) != b[len(b)-1] {
		return nil, fmt.Errorf("reading the schedule %q: not one that was printed, copy it whole", token)
	}
	var choices []uint8
	for b = b[:len(b)-1]; len(b) > 0; {
		gap, n := binary.Uvarint(b)
		if n <= 0 || n >= len(b) || gap > maxChoices || len(choices) > maxChoices || b[n] == 0 {
			return nil, errors.New("reading the schedule: it breaks off, copy it whole")
		}
		choices = append(append(choices, make([]uint8, gap)...), b[n])
		b = b[n+1:]
	}
	return choices, nil
}

// Departures counts the choices that did not come by themselves.
func Departures(choices []uint8) int { return len(choices) - bytes.Count(choices, []byte{0}) }
