package disk

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"ifmatch/reference/journal"
)

// A file begins with a line that names its format. Records follow: a header and as many bytes as it says.
const (
	format     = 1
	formatLine = "ifmatch data %d\n"
	headerSize = 16 // length, checksum of the record, checksum of these two
)

var firstLine = fmt.Appendf(nil, formatLine, format)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header returns the header of a record.
func header(r journal.Record) []byte {
	h := make([]byte, headerSize)
	n, sum := 0, uint32(0)
	for _, piece := range r {
		n += len(piece)
		sum = crc32.Update(sum, castagnoli, piece)
	}
	binary.LittleEndian.PutUint64(h, uint64(n))
	binary.LittleEndian.PutUint32(h[8:], sum)
	binary.LittleEndian.PutUint32(h[12:], crc32.Checksum(h[:12], castagnoli))
	return h
}

// bufferSize is how much is written at once, if the pieces are smaller.
const bufferSize = 1 << 20

// writeAll writes pieces at an offset of a file, and returns how many bytes they have.
func writeAll(f io.WriterAt, at int64, pieces [][]byte) (n int64, err error) {
	for _, p := range pieces {
		n += int64(len(p))
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(f, at), int(min(n, bufferSize)))
	for _, p := range pieces {
		if _, err := w.Write(p); err != nil {
			return 0, err
		}
	}
	return n, w.Flush()
}

// errTorn means that a file ends within a record.
var errTorn = errors.New("the file ends within a record")

// readAll gives the records of a file to restore, one after the other. It returns up to where they are whole. The error
// wraps errTorn if what follows can be the beginning of a record that was being written.
func readAll(f *os.File, restore func(record []byte) error) (whole int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	r := bufio.NewReaderSize(f, bufferSize)
	if err := readFormat(r); err != nil {
		return 0, fmt.Errorf("%s: %w", f.Name(), err)
	}
	whole = int64(len(firstLine))
	for whole < info.Size() {
		record, err := readRecord(r, info.Size()-whole)
		if err == nil {
			err = restore(record)
		}
		if err != nil {
			return whole, fmt.Errorf("%s, at byte %d of %d: %w", f.Name(), whole, info.Size(), err)
		}
		whole += headerSize + int64(len(record))
	}
	return whole, nil
}

// readFormat reads the first line.
func readFormat(r *bufio.Reader) error {
	line, err := r.ReadSlice('\n')
	switch {
	case err == io.EOF && bytes.HasPrefix(firstLine, line):
		return errTorn
	case err != nil:
		return errors.New("this is not a file of data")
	}
	if bytes.Equal(line, firstLine) {
		return nil
	}
	var found int
	if _, err := fmt.Sscanf(string(line), formatLine, &found); err != nil || found <= format {
		return errors.New("this is not a file of data")
	}
	return fmt.Errorf("the data was written by a newer version, in format %d, and this version reads format %d: use the newer version", found, format)
}

// readRecord reads a record from what is left of a file.
func readRecord(r io.Reader, left int64) ([]byte, error) {
	if left < headerSize {
		return nil, errTorn
	}
	var h [headerSize]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return nil, err
	}
	left -= headerSize
	if crc32.Checksum(h[:12], castagnoli) != binary.LittleEndian.Uint32(h[12:]) {
		return nil, damaged(r, h[:])
	}
	n := binary.LittleEndian.Uint64(h[:])
	if n > uint64(left) {
		return nil, errTorn
	}
	record := make([]byte, n)
	if _, err := io.ReadFull(r, record); err != nil {
		return nil, err
	}
	if crc32.Checksum(record, castagnoli) != binary.LittleEndian.Uint32(h[8:]) {
		return nil, damaged(r, record)
	}
	return record, nil
}

var errDamaged = errors.New("the data is damaged, and something that was acknowledged is gone: restore the folder from a copy, or remove it")

// damaged tells a damaged record from one that a loss of power has cut: a file system may have kept its length and not
// all of its bytes. The end of what was read is zeros then, and so is all that follows.
func damaged(r io.Reader, read []byte) error {
	const end = 16
	zeros := zero(read[max(0, len(read)-end):])
	for b := make([]byte, 32<<10); zeros; {
		n, err := r.Read(b)
		zeros = zero(b[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if zeros {
		return errTorn
	}
	return errDamaged
}

func zero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }
