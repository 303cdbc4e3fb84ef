package blob

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// appendBlock is Append Block and Append Block From URL.
func appendBlock(c *call, w http.ResponseWriter) error {
	p, err := c.appendRequest()
	if err != nil {
		return err
	}
	data, err := c.data(c.Rules.Limits.AppendBody)
	if err != nil {
		return err
	}
	return c.append(w, p, data)
}

// appendConditions are the conditions of an append, including the conditional headers. // BLOB-COND-27
type appendConditions struct {
	preconditions
	position, maxSize   int64
	atPosition, limited bool
}

func (c *call) appendRequest() (p appendConditions, err error) {
	if beforeFileTimes(c.Get(header.IfMatch)) {
		return p, errcode.New(errcode.OutOfRangeInput) // BLOB-COND-60
	}
	if p.preconditions, err = c.preconditions(); err != nil {
		return p, err
	}
	if p.position, p.atPosition, err = c.Natural(hAppendPosition); err != nil { // BLOB-APPEND-04
		return p, err
	}
	p.maxSize, p.limited, err = c.Natural(hMaxSize)
	return p, err
}

// firstFileTime is the first day of 1601 in units of 100 ns since the year 1, of which the service's tags are made.
const firstFileTime = 0x701CE1722770000

// beforeFileTimes reports whether an unquoted tag is an earlier time than the service can compute with.
func beforeFileTimes(tag string) bool {
	digits, ok := strings.CutPrefix(tag, "0x")
	ticks, err := strconv.ParseInt(digits, 16, 64)
	return ok && err == nil && ticks < firstFileTime
}

// append adds a block at the end. A second writer finds the blob longer, so no append is lost. // BLOB-APPEND-05
func (c *call) append(w http.ResponseWriter, p appendConditions, data []byte) error {
	if len(data) == 0 {
		return errcode.BadHeader("Content-Length", "0")
	}
	var offset int64
	done, err := c.update(&p.preconditions, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		offset = next.Content.Len()
		switch {
		case next.Kind != store.AppendBlob:
			return nil, errcode.New(errcode.InvalidBlobType) // BLOB-APPEND-06
		case next.Sealed:
			return nil, errcode.New(errcode.BlobIsSealed) // BLOB-SEAL-01
		case p.atPosition && offset != p.position:
			return nil, errcode.New(errcode.AppendPositionConditionNotMet) // BLOB-APPEND-01
		case p.limited && offset+int64(len(data)) > p.maxSize:
			return nil, errcode.New(errcode.MaxBlobSizeConditionNotMet) // BLOB-APPEND-02
		case next.Appends >= c.Rules.Limits.Blocks:
			return nil, errcode.New(errcode.BlockCountExceedsLimit)
		}
		next.Content = next.Content.Append(data)
		next.Appends++
		next.Properties.MD5 = "" // it was that of the content before
		c.restamp(&next.Stamp, at)
		return &next, nil
	})
	if err != nil {
		return err
	}
	h := w.Header() // BLOB-APPEND-03
	c.stamp(h, done.Stamp)
	c.showChecksum(h, data)
	header.Set(h, hAppendOffset, strconv.FormatInt(offset, 10))
	header.Set(h, hCommittedBlocks, strconv.Itoa(done.Appends))
	header.Share(h, header.RequestEncrypted, vTrue)
	return frontend.Answer(w, http.StatusCreated)
}

// sealBlob is Append Blob Seal: the blob accepts no more blocks. It gets a new stamp, once. // BLOB-SEAL-01 BLOB-SEAL-02
func sealBlob(c *call, w http.ResponseWriter) error {
	p, err := c.appendRequest()
	if err != nil {
		return err
	}
	if err := c.Empty(); err != nil {
		return err
	}
	done, err := c.update(&p.preconditions, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		switch {
		case next.Kind != store.AppendBlob:
			return nil, errcode.New(errcode.InvalidBlobType)
		case p.atPosition && next.Content.Len() != p.position:
			return nil, errcode.New(errcode.AppendPositionConditionNotMet)
		}
		if !next.Sealed {
			next.Sealed = true
			c.restamp(&next.Stamp, at)
		}
		return &next, nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	showSeal(w.Header(), done)
	return frontend.Answer(w, http.StatusOK)
}

func showSeal(h http.Header, b *store.Blob) {
	if b.Sealed {
		header.Share(h, hBlobSealed, vTrue)
	}
}

// seal reads x-ms-seal-blob of a copy and reports whether the destination will be sealed. Without the header it is
// sealed if the source is. // D:Copy Blob, request headers; Append Blob Seal, remarks
func (c *call) seal(src *store.Blob) (bool, error) {
	switch v := c.Get(hSealBlob); {
	case v == "":
		return src.Sealed, nil
	case v == vTrue[0] && src.Kind == store.AppendBlob:
		return true, nil
	case v == "false":
		return false, nil
	default:
		return false, errcode.BadHeader("x-ms-seal-blob", v)
	}
}
