package fault

import (
	"math"
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// The family "race" has servers of testdata/races.tsv, which were described before the facts of operations from which
// the suite makes its pairs.

// merged are the parts of both lists, at most so many; of those with one name, that of the second.
func merged[S ~[]E, E any](a, b S, name func(E) string, most int) S {
	both := slices.Clone(b)
	for _, p := range a {
		if len(both) < most && !slices.ContainsFunc(b, func(q E) bool { return name(q) == name(p) }) {
			both = append(both, p)
		}
	}
	return both
}

func mergedMetadata(a, b metadata.List) metadata.List {
	return merged(a, b, func(p metadata.Pair) string { return p.Name }, math.MaxInt)
}

func mergedPolicies(a, b []document.Policy) []document.Policy {
	return merged(a, b, func(p document.Policy) string { return p.ID }, 5)
}

// overlapping lets the result of a change be altered if the version changed since the request arrived.
func overlapping[T, At any](look func(name string) *T, alter func(came, old, next *T)) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		came := look(name)
		time.Sleep(pause)
		return replacing(func(old, next *T, _ At) {
			if came != nil && came != old {
				alter(came, old, next)
			}
		})(name, publish, by)
	}
}

// mergingBlobs alters the result of a change of a blob that overlapped with another, and mergingContainers of a container.
func mergingBlobs(alter func(came, old, next *store.Blob)) func(store.Blobs) store.Blobs {
	return func(s store.Blobs) store.Blobs {
		return hooks{blob: overlapping[store.Blob, store.Moment](blobOf(s), alter)}.before(s)
	}
}

func mergingContainers(alter func(came, old, next *store.Container)) func(store.Blobs) store.Blobs {
	return func(s store.Blobs) store.Blobs {
		return hooks{container: overlapping[store.Container, store.Moment](s.Container, alter)}.before(s)
	}
}

func withBothMetadata(_, old, next *store.Blob) {
	next.Metadata = mergedMetadata(old.Metadata, next.Metadata)
}

// comparedEarly compares a condition on a blob with its ETag on arrival, and performs the request later without it.
func comparedEarly(header string, of func(*http.Request) *http.Request) func(s Stores, r *http.Request) {
	return func(s Stores, r *http.Request) {
		if b := standing(s.Blobs, of(r)); b != nil && r.Header.Get(header) == b.Stamp.ETag {
			r.Header.Del(header)
			time.Sleep(pause)
		}
	}
}

// itself is the request, as that for what it is about.
func itself(r *http.Request) *http.Request { return r }

func racesOfBlobs(g *group) {
	sourceComparedEarly := comparedEarly("x-ms-source-if-match", sourceOf)
	releasing := leased(func(_, _ lease.Lease) bool { return true })
	g.asked("get-blob-if-match-before-body", "Get Blob compares If-Match, and opens the content some milliseconds later.", "BLOB-PAIR-01", comparedEarly("If-Match", itself), op.GetBlob)
	g.using("snapshot-metadata-after-content", "Snapshot Blob freezes the content, and copies metadata and ETag some milliseconds later.", "BLOB-CONS-10 BLOB-PAIR-02", uses{standing: true,
		given: partlyStale(func(now, came *store.Blob) { now.Content = came.Content }).given,
		left:  func(_, old, next *store.Blob) { next.Content = old.Content },
	}, every, op.SnapshotBlob)
	g.using("delete-blob-include-misses-snapshot", "Delete Blob with its snapshots deletes those that it found on arrival.", "BLOB-CONS-17 BLOB-PAIR-02", uses{gone: func(came, old *store.Blob) *store.Blob {
		left := store.Blob{Kind: old.Kind}
		for _, s := range old.Snapshots {
			if came.Snapshot(s.Time) == nil {
				left.Snapshots = append(left.Snapshots, s)
			}
		}
		if left.Snapshots == nil {
			return nil
		}
		return &left
	}}, having("x-ms-delete-snapshots"), op.DeleteBlob)
	g.using("append-max-size-before-body", "Append Block compares x-ms-blob-condition-maxsize with the length on arrival.", "BLOB-APPEND-02 BLOB-PAIR-02", uses{standing: true}, having("x-ms-blob-condition-maxsize"), op.AppendBlock)
	g.using("append-past-seal", "Append Block looks for a seal on arrival, and appends some milliseconds later.", "BLOB-SEAL-01 BLOB-PAIR-02", uses{standing: true,
		given: partlyStale(func(now, came *store.Blob) { now.Sealed = came.Sealed }).given,
		left:  func(_, old, next *store.Blob) { next.Sealed = old.Sealed },
	}, every, op.AppendBlock)
	g.using("release-clears-later-lease", "Lease Blob release compares the id, and some milliseconds later clears whatever lease there is.", "BLOB-RACE-08 BLOB-PAIR-02", releasing, every, op.LeaseBlobRelease)
	g.blobs("put-blob-metadata-shown-late", "Put Blob publishes the content, and the metadata some milliseconds later.", "BLOB-RACE-07 BLOB-PAIR-04 BLOB-CONS-05", metadataLater, op.PutBlob)
	g.late("new-blob-listed-late", "A new blob enters the index of List Blobs 20 ms after Put Blob returns.", "BLOB-CONS-03 BLOB-PAIR-04", []op.Operation{op.PutBlob}, op.ListBlobs)
	g.late("deleted-blob-shown-late", "Get Blob Properties hears of a deletion 20 ms after Delete Blob returns.", together("BLOB-CONS-04 BLOB-PAIR-04", undone(op.DeleteBlob)), []op.Operation{op.DeleteBlob}, op.GetBlobProperties)
	g.asked("batch-delete-checks-all-first", "A batch of deletions evaluates conditions, and deletes some milliseconds later.", "BLOB-BATCH-02 BLOB-PAIR-01", func(s Stores, r *http.Request) {
		if op.Outer(r.Context()) != op.Unrecognized {
			comparedEarly("If-Match", itself)(s, r)
		}
	}, op.DeleteBlob)
	g.blobs("set-blob-metadata-merged", "Set Blob Metadata stores its names beside those of an overlapping one.", "BLOB-PAIR-03", mergingBlobs(withBothMetadata), op.SetBlobMetadata)
	g.early("delete-blob-if-unmodified-early", "Delete Blob compares If-Unmodified-Since on arrival, and deletes some milliseconds later.", "BLOB-RACE-10", having("If-Unmodified-Since"), op.DeleteBlob)
	g.blobs("set-container-acl-merged", "Two Set Container ACL at once leave the policies of both.", "CONT-PAIR-02", mergingContainers(func(_, old, next *store.Container) {
		next.Policies = mergedPolicies(old.Policies, next.Policies)
	}), op.SetContainerACL)
	g.asked("copy-source-if-match-before-read", "Copy Blob From URL compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-07", sourceComparedEarly, op.CopyBlobFromURL)
	g.asked("block-from-url-source-if-match-early", "Put Block From URL compares x-ms-source-if-match on one look at the source, and stages the bytes of a second look.", "BLOB-PAIR-07", sourceComparedEarly, op.PutBlockFromURL)
	g.early("set-blob-metadata-if-unmodified-early", "Set Blob Metadata compares If-Unmodified-Since on arrival, and writes some milliseconds later.", "BLOB-PAIR-05", having("If-Unmodified-Since"), op.SetBlobMetadata)
	g.early("lease-container-acquire-date-early", "Lease Container acquire compares If-Unmodified-Since on arrival, and leases some milliseconds later.", "CONT-PAIR-04", having("If-Unmodified-Since"), op.LeaseContainerAcquire)
	g.early("put-blob-if-tags-early", "Put Blob evaluates x-ms-if-tags on arrival, and writes some milliseconds later.", "BLOB-PAIR-06", having("x-ms-if-tags"), op.PutBlob)
	g.blobs("put-blob-resurrects-container", "Put Blob makes the container again if it is deleted meanwhile.", "BLOB-PAIR-08", restoringContainers, op.PutBlob)
	g.blobs("container-metadata-under-old-lease", "Set Container Metadata compares the lease id on arrival, and writes some milliseconds later.", "CONT-PAIR-01", underOldLease, op.SetContainerMetadata)
	g.blobs("delete-container-past-new-lease", "Delete Container looks for a lease on arrival, and deletes the container some milliseconds later even if it is leased by then.", "CONT-PAIR-05", underOldLease, op.DeleteContainer)
}

// underOldLease judges changes of containers by their lease as it was some milliseconds before.
func underOldLease(s store.Blobs) store.Blobs {
	return hooks{container: staleBy[store.Container, store.Moment](leaseOfContainers, s.Container)}.before(s)
}

// blobOf finds a blob by the name container/blob.
func blobOf(s store.Blobs) func(name string) *store.Blob {
	return func(name string) *store.Blob {
		b, err := s.Blob(parts(name))
		if err != nil {
			return nil
		}
		return b
	}
}

// restoringContainers restores the container of a changed blob if that is deleted meanwhile.
func restoringContainers(s store.Blobs) store.Blobs {
	return hooks{blob: within[store.Blob, store.Moment](restoring(s.Container, s.UpdateContainer))}.before(s)
}
