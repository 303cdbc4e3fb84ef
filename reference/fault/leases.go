package fault

import (
	"fmt"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/rules"
)

// matrix is a lease matrix of blobs or of containers.
type matrix struct {
	of      string // in names and sentences of faults
	clauses string // prefix of its clauses
	actions func(*rules.Rules) *lease.Table
	uses    func(*rules.Rules) *lease.Uses
	other   errcode.Code // of the refusal of a lease's id as another
}

var matrices = []matrix{
	{"blob", "BLOB", func(r *rules.Rules) *lease.Table { return &r.BlobLease }, func(r *rules.Rules) *lease.Uses { return &r.BlobUses }, errcode.LeaseIDMismatchWithBlob},
	{"container", "CONT", func(r *rules.Rules) *lease.Table { return &r.ContainerLease }, func(r *rules.Rules) *lease.Uses { return &r.ContainerUses }, errcode.LeaseIDMismatchWithContainer},
}

// columns are the lease states as clauses abbreviate them.
var columns = [...]string{lease.Available: "Av", lease.Leased: "Le", lease.Breaking: "Bi", lease.Broken: "Bo", lease.Expired: "Ex"}

// actionRow is a row of the matrix of actions.
type actionRow struct {
	name, sentence string
	granted        lease.Cell   // effect of the action where it is permitted
	refused        errcode.Code // code of the refusal where it is not
	id             string       // "same": the row exists only where an id is held; "other": its counterpart, used where none is held
	same           string       // row whose clauses cover this row's cell where no id is held
}

var (
	granting   = lease.Cell{Effect: lease.Grant, Next: lease.Leased}
	restarting = lease.Cell{Effect: lease.Restart, Next: lease.Leased}
	renaming   = lease.Cell{Effect: lease.Rename, Next: lease.Leased}
	keeping    = lease.Cell{Effect: lease.Keep, Next: lease.Leased}
	breaking   = lease.Cell{Effect: lease.Break, Next: lease.Broken}
	freeing    = lease.Cell{Effect: lease.Free, Next: lease.Available}
)

var actionRows = [...]actionRow{
	lease.AcquireNone:    {"ACQ-0", "acquire that proposes no id", granting, errcode.LeaseAlreadyPresent, "", ""},
	lease.AcquireSame:    {"ACQ-A", "acquire that proposes the lease's id", granting, errcode.LeaseAlreadyPresent, "same", ""},
	lease.AcquireOther:   {"ACQ-B", "acquire that proposes another id", granting, errcode.LeaseAlreadyPresent, "other", "ACQ-A"},
	lease.BreakZero:      {"BRK-0", "break with period 0", breaking, errcode.LeaseNotPresentWithLease, "", ""},
	lease.BreakPeriod:    {"BRK-N", "break with a period", breaking, errcode.LeaseNotPresentWithLease, "", ""},
	lease.BreakNatural:   {"BRK-D", "break without a period", breaking, errcode.LeaseNotPresentWithLease, "", ""},
	lease.ChangeToOther:  {"CHG-AB", "change from the lease's id to another", renaming, errcode.LeaseIDMismatchWithLease, "same", ""},
	lease.ChangeToSame:   {"CHG-BA", "change from another id to the lease's id", keeping, errcode.LeaseIDMismatchWithLease, "same", ""},
	lease.ChangeForeign:  {"CHG-BC", "change from another id to yet another", renaming, errcode.LeaseIDMismatchWithLease, "other", "CHG-AB CHG-BA CHG-AA"},
	lease.ChangeIdentity: {"CHG-AA", "change from the lease's id to itself", keeping, errcode.LeaseIDMismatchWithLease, "same", ""},
	lease.RenewSame:      {"REN-A", "renew with the lease's id", restarting, errcode.LeaseIDMismatchWithLease, "same", ""},
	lease.RenewOther:     {"REN-B", "renew with another id", restarting, errcode.LeaseIDMismatchWithLease, "other", "REN-A"},
	lease.ReleaseSame:    {"REL-A", "release with the lease's id", freeing, errcode.LeaseIDMismatchWithLease, "same", ""},
	lease.ReleaseOther:   {"REL-B", "release with another id", freeing, errcode.LeaseIDMismatchWithLease, "other", "REL-A"},
}

// otherCode returns a code with the same status and another meaning.
func otherCode(code errcode.Code) errcode.Code {
	switch code {
	case errcode.LeaseIDMismatchWithLease:
		return errcode.LeaseNotPresentWithLease
	case errcode.LeaseIDMissing:
		return errcode.ConditionNotMet
	case errcode.LeaseIDMismatchWithBlob, errcode.LeaseIDMismatchWithContainer, errcode.LeaseNotPresentWithBlob, errcode.LeaseNotPresentWithContainer, errcode.LeaseLost:
		return errcode.LeaseIDMissing
	}
	return errcode.LeaseIDMismatchWithLease
}

// leaseActions alters each cell of the matrices of lease actions. Refused actions are granted or refused with another
// code. Granted actions are refused, not done, or done differently.
func leaseActions(g *group) {
	for _, m := range matrices {
		g.leaseActions(m, func(about actionRow, s lease.State) (at string) {
			names := about.name
			if s == lease.Available {
				names += " " + about.same
			}
			for n := range strings.FieldsSeq(names) {
				at += m.clauses + "-LM-" + n + "-" + columns[s] + " "
			}
			return at
		}, func(row lease.Row, s lease.State, variant string) bool {
			return variant == "code" && row == lease.ChangeIdentity && s == lease.Expired // no document names the code
		})
	}
}

// leaseActions alters the cells of one matrix that clauses cover, in all ways that are not left out.
func (g *group) leaseActions(m matrix, at func(actionRow, lease.State) string, leftOut func(row lease.Row, s lease.State, variant string) bool) {
	for row, about := range actionRows {
		for state := range columns {
			s := lease.State(state)
			at := at(about, s)
			if at == "" || about.id == "same" && s == lease.Available { // no id is held in this state
				continue
			}
			for _, v := range leaseVariants(about, m.actions(rules.Documented())[row][state], s) {
				if !leftOut(lease.Row(row), s, v.name) {
					g.add(strings.ToLower(fmt.Sprintf("%s-lease-%s-%s-%s", m.of, about.name, s, v.name)),
						fmt.Sprintf("Lease %s %s, while the lease state is %s, %s.", title(m.of), about.sentence, s, v.sentence), at,
						Fault{Level: levels[v.name], Rules: func(r *rules.Rules) { m.actions(r)[row][state] = v.cell }})
				}
			}
		}
	}
}

// levels are those of variants that are judged at a lower one: of those that alter only an error code.
var levels = map[string]string{"code": "observed"}

type leaseVariant struct {
	name, sentence string
	cell           lease.Cell
}

func leaseVariants(about actionRow, cell lease.Cell, state lease.State) []leaseVariant {
	if cell.Code != "" {
		return []leaseVariant{
			{"granted", "is granted", about.granted},
			{"status", "is refused with 412", lease.Cell{Code: errcode.LeaseIDMissing}},
			{"code", "is refused with the wrong error code", lease.Cell{Code: otherCode(cell.Code)}},
		}
	}
	all := []leaseVariant{{"refused", "is refused", lease.Cell{Code: about.refused}}}
	idle := lease.Cell{Effect: lease.Keep, Next: state}
	if cell != idle && !(cell.Effect == lease.Break && cell.Next == state) {
		all = append(all, leaseVariant{"not-done", "returns success but changes nothing", idle})
	}
	switch {
	case cell.Effect == lease.Grant && state == lease.Leased:
		all = append(all, leaseVariant{"old-duration", "restarts the clock with the old duration", restarting})
	case cell.Effect == lease.Grant && state != lease.Available:
		all = append(all, leaseVariant{"old-id", "restores the old lease instead of granting a new one", restarting})
	case cell.Effect == lease.Break && cell.Next == lease.Breaking:
		all = append(all, leaseVariant{"at-once", "breaks the lease at once", breaking}, leaseVariant{"frees", "makes the lease available", freeing})
	case cell.Effect == lease.Break:
		all = append(all, leaseVariant{"frees", "makes the lease available", freeing})
	case cell.Effect == lease.Free && state != lease.Broken:
		all = append(all, leaseVariant{"breaks", "leaves the lease broken instead of available", breaking})
	}
	return all
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// useRow is a row of the matrix of uses.
type useRow struct {
	blob, container string // the row in ids of clauses
	sentence        string
	id              string // as in actionRow
	same            string
}

var useRows = [...]useRow{
	lease.ExclusiveNone:  {"W-0", "D-0", "without a lease id", "", ""},
	lease.ExclusiveSame:  {"W-A", "D-A", "with the lease's id", "same", ""},
	lease.ExclusiveOther: {"W-B", "D-B", "with another lease id", "other", "A"},
	lease.SharedNone:     {"R-0", "O-0", "without a lease id", "", ""},
	lease.SharedSame:     {"R-A", "O-A", "with the lease's id", "same", ""},
	lease.SharedOther:    {"R-B", "O-B", "with another lease id", "other", "A"},
}

// leaseUses alters each cell of the matrices of how other operations treat a lease.
func leaseUses(g *group) {
	for _, m := range matrices {
		g.leaseUses(m, func(name string, about useRow, s lease.State, v useVariant) string {
			at := m.clauses + "-UM-" + name + "-" + columns[s]
			if about.id == "other" && s == lease.Available {
				at += " " + m.clauses + "-UM-" + name[:2] + about.same + "-" + columns[s]
			}
			if about.id == "" {
				at = together(at, unhindered[m.of][s])
			}
			if v.name == "code" && about.id == "other" && (s == lease.Broken || s == lease.Expired) {
				return "" // several codes will do // BLOB-USE-06
			}
			if v.stores && about.id == "" {
				at += " " + m.clauses + "-LM-WRITE-" + columns[s]
			}
			exclusive := about.blob[0] == 'W'
			switch held := m.of == "blob" && s == lease.Leased; {
			case held && about.id == "same":
				at += " BLOB-LEASE-11"
			case held && exclusive && v.name == "code": // a copy onto the blob is such a write, too
				at += " BLOB-USE-52"
			case held && exclusive:
				at += " BLOB-USE-33"
			}
			return at
		})
	}
}

// leaseUses alters the cells of one matrix in all ways for which there are clauses.
func (g *group) leaseUses(m matrix, at func(name string, about useRow, s lease.State, v useVariant) string) {
	for row, about := range useRows {
		for state := range columns {
			s := lease.State(state)
			if about.id == "same" && s == lease.Available {
				continue
			}
			name, exclusive := about.blob, row <= int(lease.ExclusiveOther)
			what := map[bool]string{true: "A write", false: "A read"}[exclusive]
			if m.of == "container" {
				name, what = about.container, map[bool]string{true: "Delete Container", false: "An operation other than Delete Container"}[exclusive]
			}
			for _, v := range useVariants(m, lease.UseRow(row), m.uses(rules.Documented())[row][state], s) {
				if at := at(name, about, s, v); at != "" {
					g.add(strings.ToLower(fmt.Sprintf("%s-use-%s-%s-%s", m.of, name, s, v.name)),
						fmt.Sprintf("%s %s, on a %s whose lease state is %s, %s.", what, about.sentence, m.of, s, v.sentence), at,
						Fault{Level: levels[v.name], Rules: func(r *rules.Rules) { m.uses(r)[row][state] = v.cell }})
				}
			}
		}
	}
}

// unhindered are the clauses about resources in a state whose lease blocks nobody, or does not block readers.
var unhindered = map[string]map[lease.State]string{
	"blob": {
		lease.Available: "BLOB-CONS-01", lease.Leased: "BLOB-LEASE-11", lease.Breaking: "BLOB-LEASE-11",
		lease.Broken: "BLOB-LEASE-44", lease.Expired: "BLOB-LEASE-45",
	},
	"container": {
		lease.Available: "CONT-TAB-02E", lease.Leased: "CONT-LEASE-02 CONT-USE-03", lease.Breaking: "CONT-LEASE-02",
		lease.Broken: "CONT-LEASE-02 CONT-TAB-04E", lease.Expired: "CONT-LEASE-02 CONT-TAB-04E",
	},
}

type useVariant struct {
	name, sentence string
	cell           lease.UseCell
	stores         bool // visible in the lease after a write
}

func useVariants(m matrix, row lease.UseRow, cell lease.UseCell, state lease.State) (all []useVariant) {
	if cell.Code != "" {
		return []useVariant{
			{"permitted", "is permitted", lease.UseCell{Next: state}, false},
			{"status", "is refused with 409", lease.UseCell{Code: errcode.LeaseAlreadyPresent}, false},
			{"code", "is refused with the wrong error code", lease.UseCell{Code: otherCode(cell.Code)}, false},
		}
	}
	refusal := errcode.LeaseIDMissing
	if row == lease.ExclusiveSame || row == lease.SharedSame {
		refusal = m.other
	}
	all = []useVariant{{"refused", "is refused", lease.UseCell{Code: refusal}, false}}
	// The state after a read is not stored, and neither is the state after a container's deletion.
	writes := (row <= lease.ExclusiveOther) == (m.of != "container")
	if writes && cell.Next != lease.Available {
		all = append(all, useVariant{"forgets", "ends the lease", lease.UseCell{Next: lease.Available}, true})
	}
	if writes && cell.Next != state {
		all = append(all, useVariant{"keeps", "leaves the old lease as it is", lease.UseCell{Next: state}, true})
	}
	return all
}
