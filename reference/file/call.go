package file

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// call is one request while its operation is executed.
type call struct {
	frontend.Call
	address
	service *Service
	rule    *rules.FileOperation
	named   namedLease
}

// namedLease is the lease id that a request sends for a file.
type namedLease struct {
	id    lease.ID
	given bool
}

// leaseNamedIn reads the lease id in a header.
func (c *call) leaseNamedIn(header string) (k namedLease, err error) {
	k.id, k.given, err = c.LeaseID(header)
	return k, err
}

// unsupported are features that a request may ask for by header and that this server lacks. To ignore one would claim a
// success that did not happen.
var unsupported = []string{
	"X-Ms-Mode", "X-Ms-Owner", "X-Ms-Group", "X-Ms-File-File-Type", "X-Ms-File-Mode-Copy-Mode", "X-Ms-File-Owner-Copy-Mode", // NFS
	"X-Ms-Root-Squash", "X-Ms-Share-Paid-Bursting-Enabled", "X-Ms-Share-Paid-Bursting-Max-Bandwidth-Mibps",
	"X-Ms-Share-Paid-Bursting-Max-Iops", "X-Ms-Share-Provisioned-Bandwidth-Mibps", "X-Ms-Share-Provisioned-Iops",
	"X-Ms-Enable-Smb-Directory-Lease", "X-Ms-Enable-Snapshot-Virtual-Directory-Access",
}

// onlyValues are headers of which this server supports only one value. Others are not implemented.
var onlyValues = map[string]string{hEnabledProtocols: "SMB"}

// conditional are headers that the service refuses in every request. // FILE-ETAG-06
var conditional = []string{header.IfMatch, header.IfNoneMatch, "If-Modified-Since", "If-Unmodified-Since"}

// prepare finds the rule of the operation. It refuses headers that the service never accepts, and features that this
// server lacks.
func (c *call) prepare() (err error) {
	c.rule = &c.Rules.File.Operations[c.Op]
	for _, name := range conditional {
		if c.Has(name) && !c.Rules.File.ConditionsIgnored {
			return errcode.New(errcode.ConditionHeadersNotSupported).With("HeaderName", name) // FILE-ETAG-06 FILE-ERR-11
		}
	}
	for _, name := range unsupported {
		if c.Has(name) {
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what "+name+" asks for.")
		}
	}
	for name, value := range onlyValues {
		if v := c.Get(name); v != "" && v != value {
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what "+name+" asks for, except "+value+".")
		}
	}
	if err := c.CheckStructured(structured[c.Op]); err != nil {
		return err
	}
	if c.Query.Has("sharesnapshot") && !snapshots[c.Op] {
		return errcode.New(errcode.ShareSnapshotNotSupported) // FILE-LEASE-21
	}
	if c.rule.Lease != lease.Unleased {
		c.named, err = c.leaseNamedIn(hLeaseID)
	}
	return err
}

// structured are the operations that send content up or down.
var structured = [op.Count]bool{op.CreateFile: true, op.PutRange: true, op.GetFile: true}

// snapshots are the operations that accept share snapshots. The others refuse them.
var snapshots = [op.Count]bool{
	op.GetShareProperties: true, op.GetShareMetadata: true, op.DeleteShare: true, op.SnapshotShare: true, op.LeaseShareAcquire: true, op.LeaseShareRenew: true,
	op.LeaseShareChange: true, op.LeaseShareRelease: true, op.LeaseShareBreak: true,
	op.ListDirectoriesAndFiles: true, op.GetDirectoryProperties: true, op.GetDirectoryMetadata: true,
	op.GetFile: true, op.GetFileProperties: true, op.GetFileMetadata: true, op.ListRanges: true, op.ListHandles: true, op.ForceCloseHandles: true,
}

// snapshot returns the share snapshot that the request addresses, or "" for the live share. Snapshots have no
// snapshots, so Snapshot Share ignores the parameter.
// // azfile 1.7.0: TestShareCreateSnapshotNegativeSnapshotOfSnapshot
func (c *call) snapshot() string {
	if c.Op == op.SnapshotShare {
		return ""
	}
	return c.Query.Get("sharesnapshot")
}

// stamp shows the stamp of a version, if the operation shows stamps.
func (c *call) stamp(h http.Header, s etag.Stamp) {
	if c.rule.Stamped {
		frontend.ShowStamp(h, s)
	}
}

// restamp gives a new version its stamp, if the operation changes the stamp or there is none yet. On entry, version
// holds the old stamp.
func (c *call) restamp(version *etag.Stamp, at files.Moment) {
	if c.rule.Restamps || version.ETag == "" {
		*version = at.Stamp()
	}
}

// body reads the whole body of a request, at most limit bytes, and checks it against the MD5 in the request.
func (c *call) body(limit int64) ([]byte, error) {
	data, err := c.Content(limit)
	if err != nil {
		return nil, err
	}
	return data, c.CheckMD5(header.ContentMD5, data)
}

// timeLayout is the service's format for times of file systems.
const timeLayout = "2006-01-02T15:04:05.0000000Z"

func timeOf(t time.Time) string { return t.UTC().Format(timeLayout) }

// address is the target of a request's path: the service, a share, or a directory or file in it. Only the operation
// determines whether it is a directory or a file.
type address struct {
	share string
	path  []string // below the share; none is the share's root directory
}
