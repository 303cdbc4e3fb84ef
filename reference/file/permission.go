package file

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/sddl"
	"ifmatch/reference/store/files"
)

// permission is the security descriptor in a request, or its key.
type permission struct {
	descriptor string // in SDDL, whatever the request used
	key        string
	given      bool
}

// permission reads the descriptor or the key. The values preserve and inherit have meanings of their own.
// // D:Create File
func (c *call) permission() (p permission, err error) {
	text, key := c.Get(hPermission), c.Get(hPermissionKey)
	switch {
	case text != "" && key != "":
		return p, errcode.Newf(errcode.InvalidHeaderValue, "x-ms-file-permission and x-ms-file-permission-key cannot both be given.")
	case key != "":
		return permission{key: key, given: true}, nil
	case text == "" || strings.EqualFold(text, "preserve"):
		return p, nil
	case strings.EqualFold(text, "inherit"):
		return permission{descriptor: files.Inherited, given: true}, nil
	}
	binary, err := c.binaryPermission()
	if err == nil {
		text, err = descriptorIn(text, binary, c.Rules.File.Limits.Permission)
	}
	return permission{descriptor: text, given: true}, err
}

// formatSince is the first version of the protocol that knows binary descriptors.
// // D:Create Permission, x-ms-file-permission-format
const formatSince = "2024-11-04"

// binaryPermission reports whether the request gives or asks for a descriptor in binary form.
func (c *call) binaryPermission() (bool, error) {
	v := c.Get(hPermissionFormat)
	if c.Version < formatSince {
		return false, nil
	}
	binary, known := isBinary(v)
	if !known {
		return false, errcode.BadHeader("x-ms-file-permission-format", v)
	}
	return binary, nil
}

// isBinary reads the name of a format. SDDL is the default.
func isBinary(format string) (binary, known bool) {
	binary = strings.EqualFold(format, "binary")
	return binary, binary || format == "" || strings.EqualFold(format, "sddl")
}

// descriptorIn reads a descriptor in SDDL, or in the base64 of its binary form, and returns it in SDDL. limit is the
// largest length in bytes.
func descriptorIn(text string, binary bool, limit int) (string, error) {
	if !binary {
		return text, checkDescriptor(text, limit)
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) > limit {
		return "", errcode.New(errcode.FileInvalidPermission)
	}
	if text, err = sddl.Text(b); err != nil {
		return "", errcode.New(errcode.FileInvalidPermission)
	}
	return text, nil
}

// checkDescriptor requires a text that may be in the Security Descriptor Definition Language: owner, group and access
// control lists, in that order, each at most once. limit is the largest length in bytes.
func checkDescriptor(text string, limit int) error {
	if len(text) > limit {
		return errcode.New(errcode.FileInvalidPermission)
	}
	rest, found := text, false
	for _, part := range [...]string{"O:", "G:", "D:", "S:"} {
		if i := strings.Index(rest, part); i >= 0 {
			if !found && i > 0 {
				return errcode.New(errcode.FileInvalidPermission)
			}
			rest, found = rest[i+len(part):], true
		}
	}
	if !found || strings.Count(text, "(") != strings.Count(text, ")") {
		return errcode.New(errcode.FileInvalidPermission)
	}
	return nil
}

// known returns the key of the permission in a share, and adds a descriptor to the share if necessary.
func (p permission) known(t *files.Tree) (string, error) {
	if p.key != "" {
		if _, found := t.Permissions[p.key]; !found {
			return "", errcode.New(errcode.FileInvalidPermissionKey)
		}
		return p.key, nil
	}
	return t.Permit(p.descriptor), nil
}

// createPermission is Create Permission: a share stores the descriptor for use by many files.
func createPermission(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	var sent struct {
		Permission string `json:"permission"`
		Format     string `json:"format"`
	}
	if err := json.Unmarshal(body, &sent); err != nil || sent.Permission == "" {
		return errcode.Newf(errcode.InvalidInput, "The body is not a JSON object with a permission.")
	}
	binary, known := isBinary(sent.Format)
	if !known {
		return errcode.Newf(errcode.InvalidInput, "The format of a permission must be sddl or binary.")
	}
	descriptor, err := descriptorIn(sent.Permission, binary, c.Rules.File.Limits.Permission)
	if err != nil {
		return err
	}
	var key string
	err = c.store().Change(c.share, func(t *files.Tree, _ files.Moment) error {
		key = t.Permit(descriptor)
		return nil
	})
	if err != nil {
		return err
	}
	header.Set(w.Header(), hPermissionKey, key)
	return frontend.Answer(w, http.StatusCreated)
}

// getPermission is Get Permission, in either format. // D:Get Permission
func getPermission(c *call, w http.ResponseWriter) error {
	key, descriptor := c.Get(hPermissionKey), ""
	if key == "" {
		return errcode.MissingHeader("x-ms-file-permission-key")
	}
	binary, err := c.binaryPermission()
	if err != nil {
		return err
	}
	err = c.store().Read(c.share, "", func(t *files.Tree) error {
		var found bool
		if descriptor, found = t.Permissions[key]; !found {
			return errcode.New(errcode.FileInvalidPermissionKey)
		}
		return nil
	})
	if err != nil {
		return err
	}
	sent := map[string]string{"permission": descriptor}
	if binary {
		b, err := sddl.Binary(descriptor)
		if err != nil {
			return errcode.New(errcode.FileInvalidPermission)
		}
		sent = map[string]string{"permission": base64.StdEncoding.EncodeToString(b), "format": "binary"}
	}
	body, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	return frontend.Send(w, http.StatusOK, "application/json", body)
}
