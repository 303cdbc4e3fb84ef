package blob

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"

	"ifmatch/reference/errcode"
	"ifmatch/reference/store"
)

// putBlock is Put Block.
func putBlock(c *call, w http.ResponseWriter) error {
	p, id, err := c.blockRequest()
	if err != nil {
		return err
	}
	data, err := c.body(c.s.rules.Limits.BlockBody)
	if err != nil {
		return err
	}
	return c.stage(w, &p, id, data)
}

// putBlockFromURL is Put Block From URL.
func putBlockFromURL(c *call, w http.ResponseWriter) error {
	p, id, err := c.blockRequest()
	if err != nil {
		return err
	}
	data, err := c.sourceBytes(c.s.rules.Limits.BlockBody)
	if err != nil {
		return err
	}
	return c.stage(w, &p, id, data)
}

func (c *call) blockRequest() (p preconditions, id string, err error) {
	if p, err = c.preconditions(); err != nil {
		return p, "", err
	}
	id = c.query.Get("blockid")
	if id == "" {
		return p, "", errcode.New(errcode.MissingRequiredQueryParameter).With("QueryParameterName", "blockid")
	}
	if !c.validBlockID(id) {
		return p, "", errcode.BadQuery("blockid", id)
	}
	return p, id, nil
}

func (c *call) validBlockID(id string) bool {
	raw, err := base64.StdEncoding.DecodeString(id)
	return err == nil && len(raw) > 0 && len(raw) <= c.s.rules.Limits.BlockID
}

// stage keeps a block until it is committed. The blob's committed version stays as it is. // BLOB-CONS-07
func (c *call) stage(w http.ResponseWriter, p *preconditions, id string, data []byte) error {
	if len(data) == 0 {
		return errcode.BadHeader("Content-Length", "0")
	}
	_, err := c.update(p, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if next.Kind != store.BlockBlob {
			return nil, errcode.New(errcode.InvalidBlobType)
		}
		if old == nil {
			next.Created = at.Now
		}
		if !sameLength(id, next.Staged) || !sameLength(id, next.Blocks) {
			return nil, errcode.New(errcode.InvalidBlobOrBlock)
		}
		staged := slices.Clone(next.Staged)
		if i := find(staged, id); i >= 0 {
			staged[i].Data = data
		} else if len(staged) >= c.s.rules.Limits.StagedBlocks {
			return nil, errcode.New(errcode.BlockCountExceedsLimit)
		} else {
			staged = append(staged, store.Block{ID: id, Data: data})
		}
		next.Staged = staged
		c.restamp(&next.Stamp, at)
		return &next, nil
	})
	if err != nil {
		return err
	}
	c.showChecksum(w.Header(), data)
	share(w.Header(), hRequestEncrypted, vTrue)
	return answer(w, http.StatusCreated)
}

// sameLength: all block ids of a blob have one length, so looking at one of them is enough.
func sameLength(id string, blocks []store.Block) bool {
	return len(blocks) == 0 || len(blocks[0].ID) == len(id)
}

func find(blocks []store.Block, id string) int {
	return slices.IndexFunc(blocks, func(b store.Block) bool { return b.ID == id })
}

// reference is one entry of a Put Block List body: a block, and where to look for it.
type reference struct {
	id                     string
	committed, uncommitted bool
}

// putBlockList is Put Block List: it replaces content, metadata and properties at once, and drops the blocks that are
// not listed. // BLOB-CONS-08 BLOB-LEASE-23
func putBlockList(c *call, w http.ResponseWriter) error {
	n, err := c.creation()
	if err != nil {
		return err
	}
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	list, err := c.parseBlockList(body)
	if err != nil {
		return err
	}
	done, err := c.create(&n, store.Blob{}, func(old, b *store.Blob) error {
		if old == nil {
			old = &store.Blob{}
		}
		if old.Kind != store.BlockBlob {
			return errcode.New(errcode.InvalidBlobType)
		}
		blocks, err := pick(list, old)
		if err != nil {
			return err
		}
		b.Blocks, b.Content = blocks, store.Joined(blocks)
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	c.showChecksum(w.Header(), body)
	share(w.Header(), hRequestEncrypted, vTrue)
	return answer(w, http.StatusCreated)
}

// pick finds the blocks of a list; Latest prefers the uncommitted one.
func pick(list []reference, b *store.Blob) ([]store.Block, error) {
	staged, committed := byID(b.Staged), byID(b.Blocks)
	blocks := make([]store.Block, 0, len(list))
	for _, r := range list {
		data, found := staged[r.id]
		if !r.uncommitted || !found {
			found = false
			if r.committed {
				data, found = committed[r.id]
			}
		}
		if !found {
			return nil, errcode.New(errcode.InvalidBlockList)
		}
		blocks = append(blocks, store.Block{ID: r.id, Data: data})
	}
	return blocks, nil
}

func byID(blocks []store.Block) map[string][]byte {
	m := make(map[string][]byte, len(blocks))
	for _, b := range blocks {
		m[b.ID] = b.Data
	}
	return m
}

func (c *call) parseBlockList(body []byte) ([]reference, error) {
	d := xml.NewDecoder(bytes.NewReader(body))
	var list []reference
	depth := 0
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) && depth == 0 && list != nil {
			return list, nil
		}
		if err != nil {
			return nil, errcode.New(errcode.InvalidXMLDocument)
		}
		switch t := t.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			if depth == 0 {
				if t.Name.Local != "BlockList" || list != nil {
					return nil, errcode.New(errcode.InvalidXMLDocument)
				}
				list, depth = []reference{}, 1
				continue
			}
			r, err := c.parseReference(d, t)
			if err != nil {
				return nil, err
			}
			if list = append(list, r); len(list) > c.s.rules.Limits.Blocks {
				return nil, errcode.New(errcode.BlockListTooLong)
			}
		}
	}
}

func (c *call) parseReference(d *xml.Decoder, t xml.StartElement) (r reference, err error) {
	if err := d.DecodeElement(&r.id, &t); err != nil {
		return r, errcode.New(errcode.InvalidXMLDocument)
	}
	switch t.Name.Local {
	case "Latest":
		r.committed, r.uncommitted = true, true
	case "Committed":
		r.committed = true
	case "Uncommitted":
		r.uncommitted = true
	default:
		return r, errcode.New(errcode.InvalidXMLDocument)
	}
	if !c.validBlockID(r.id) {
		return r, errcode.New(errcode.InvalidBlockID)
	}
	return r, nil
}

// getBlockList is Get Block List. It shows a stamp only if there is committed content. // BLOB-TAB-14E
func getBlockList(c *call, w http.ResponseWriter) error {
	which := c.query.Get("blocklisttype")
	if which == "" {
		which = "committed"
	}
	if which != "committed" && which != "uncommitted" && which != "all" {
		return errcode.BadQuery("blocklisttype", which)
	}
	b, err := c.read()
	if err != nil {
		return err
	}
	if b.Kind != store.BlockBlob {
		return errcode.New(errcode.InvalidBlobType)
	}
	h := w.Header()
	if b.Committed {
		c.stamp(h, b.Stamp)
	}
	set(h, hBlobLength, strconv.FormatInt(b.Content.Len(), 10))
	var x document
	x.open("BlockList")
	if which != "uncommitted" {
		x.blocks("CommittedBlocks", b.Blocks)
	}
	if which != "committed" {
		x.blocks("UncommittedBlocks", b.Staged)
	}
	x.close("BlockList")
	x.write(w, http.StatusOK)
	return nil
}

func (d *document) blocks(name string, blocks []store.Block) {
	d.open(name)
	for _, b := range blocks {
		d.open("Block")
		d.element("Name", b.ID)
		d.element("Size", strconv.Itoa(len(b.Data)))
		d.close("Block")
	}
	d.close(name)
}
