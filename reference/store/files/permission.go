package files

import (
	"encoding/binary"
	"hash/fnv"
	"strconv"
)

// Inherited is the security descriptor of files that were given none: that of the share's root.
const Inherited = "O:SYG:SYD:(A;;FA;;;BA)(A;;FA;;;SY)(A;;0x1301bf;;;AU)(A;;0x1200a9;;;BU)S:NO_ACCESS_CONTROL"

// Permit adds a security descriptor to those of the share, and returns its key: two numbers, like the service's keys.
func (t *Tree) Permit(descriptor string) (key string) {
	h := fnv.New128a()
	h.Write([]byte(descriptor))
	sum := h.Sum(nil)
	key = strconv.FormatUint(binary.BigEndian.Uint64(sum), 10) + "*" + strconv.FormatUint(binary.BigEndian.Uint64(sum[8:]), 10)
	t.Permissions[key] = descriptor
	t.kept.add(treeChange{Do: doPermit, Descriptor: descriptor})
	return key
}
