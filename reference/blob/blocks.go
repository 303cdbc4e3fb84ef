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

	"ifmatch/reference/crc64"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
)

// putBlock is Put Block and Put Block From URL.
func putBlock(c *call, w http.ResponseWriter) error {
	p, id, err := c.blockRequest()
	if err != nil {
		return err
	}
	data, err := c.data(c.Rules.Limits.BlockBody)
	if err != nil {
		return err
	}
	return c.stage(w, &p, id, data)
}

func (c *call) blockRequest() (p preconditions, id string, err error) {
	if p, err = c.preconditions(); err != nil {
		return p, "", err
	}
	id = c.Query.Get("blockid")
	if id == "" {
		return p, "", errcode.New(errcode.MissingRequiredQueryParameter).With("QueryParameterName", "blockid")
	}
	if !validBlockID(id, &c.Rules.Limits) {
		return p, "", errcode.BadQuery("blockid", id)
	}
	return p, id, nil
}

func validBlockID(id string, limits *rules.Limits) bool {
	raw, err := base64.StdEncoding.DecodeString(id)
	return err == nil && len(raw) > 0 && len(raw) <= limits.BlockID
}

// stage keeps a block until it is committed. The blob's committed version stays unchanged. // BLOB-CONS-07
func (c *call) stage(w http.ResponseWriter, p *preconditions, id string, data []byte) error {
	if len(data) == 0 {
		return errcode.BadHeader("Content-Length", "0")
	}
	_, err := c.update(p, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if next.Kind != store.BlockBlob {
			return nil, errcode.New(errcode.InvalidBlobType)
		}
		if err := mayOverwrite(c.Sender, old); err != nil {
			return nil, err // T: azblob 1.8.3, TestStageBlockWithUDSCreatePermissionOverwriteFails
		}
		if old == nil {
			next.Created = at.Now
		}
		if !sameLength(id, next.Staged) { // D:Put Block, remarks
			return nil, errcode.New(errcode.InvalidBlobOrBlock)
		}
		staged := slices.Clone(next.Staged)
		if i := find(staged, id); i >= 0 {
			staged[i].Data = data
		} else if len(staged) >= c.Rules.Limits.StagedBlocks {
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
	header.Share(w.Header(), header.RequestEncrypted, vTrue)
	return frontend.Answer(w, http.StatusCreated)
}

// sameLength reports whether an id is as long as those of the uncommitted blocks. All of these have one length, so
// looking at one is enough.
func sameLength(id string, blocks []store.Block) bool {
	return len(blocks) == 0 || len(blocks[0].ID) == len(id)
}

func find(blocks []store.Block, id string) int {
	return slices.IndexFunc(blocks, func(b store.Block) bool { return b.ID == id })
}

// reference is one entry of a Put Block List body: a block id, and where to look for the block.
type reference struct {
	id                     string
	committed, uncommitted bool
}

// putBlockList is Put Block List. It replaces content, metadata and properties at once, and drops the blocks that are
// not listed. // BLOB-CONS-08 BLOB-LEASE-23
func putBlockList(c *call, w http.ResponseWriter) error {
	n, err := c.creation()
	if err != nil {
		return err
	}
	body, err := c.body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	list, err := parseBlockList(body, &c.Rules.Limits)
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
	if c.Version >= crc64Since {
		header.Set(w.Header(), hCRC64, crc64.Text(body)) // of the list, also if its MD5 was sent
	} else {
		header.Set(w.Header(), header.ContentMD5, frontend.MD5(body))
	}
	header.Share(w.Header(), header.RequestEncrypted, vTrue)
	return frontend.Answer(w, http.StatusCreated)
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

func parseBlockList(body []byte, limits *rules.Limits) ([]reference, error) {
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
			r, err := parseReference(d, t, limits)
			if err != nil {
				return nil, err
			}
			if list = append(list, r); len(list) > limits.Blocks {
				return nil, errcode.New(errcode.BlockListTooLong)
			}
		}
	}
}

func parseReference(d *xml.Decoder, t xml.StartElement, limits *rules.Limits) (r reference, err error) {
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
	if !validBlockID(r.id, limits) {
		return r, errcode.New(errcode.InvalidBlockID)
	}
	return r, nil
}

// getBlockList is Get Block List. It shows a stamp only if there is committed content. // BLOB-TAB-14E
func getBlockList(c *call, w http.ResponseWriter) error {
	which := c.Query.Get("blocklisttype")
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
		header.Set(h, hBlobLength, strconv.FormatInt(b.Content.Len(), 10))
	}
	var x document.Writer
	x.Open("BlockList")
	if which != "uncommitted" {
		writeBlocks(&x, "CommittedBlocks", b.Blocks)
	}
	if which != "committed" {
		writeBlocks(&x, "UncommittedBlocks", b.Staged)
	}
	x.Close("BlockList")
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

func writeBlocks(x *document.Writer, name string, blocks []store.Block) {
	x.Open(name)
	for _, b := range blocks {
		x.Open("Block")
		x.Element("Name", b.ID)
		x.Element("Size", strconv.Itoa(len(b.Data)))
		x.Close("Block")
	}
	x.Close(name)
}
