#!/usr/bin/env bash
# ifmatch load x --y
#
# sbatch ifmatch-b-c.sh, with this as ifmatch-b-c.sh, in a folder that all nodes share. The exit code of the
# job is that of the verdict. IFMATCH names the program if it is not on the PATH.
#SBATCH --job-name=ifmatch-b-c
#SBATCH --ntasks=1
#SBATCH --ntasks-per-node=1
#SBATCH --output=ifmatch-b-c-%j.log
set -uo pipefail
ifmatch=${IFMATCH:-ifmatch}

# SLURM_PROCID, which srun sets, is the number of the shard. One that is lost does not
# end the others: what they recorded is still worth a verdict.
sent=0
srun --ntasks=1 --kill-on-bad-exit=0 --wait=0 "$ifmatch" \
	load \
	blob-cas \
	'--fail-if=p99>50ms' \
	'--prefix=it'\''s "$HOME" \ # {{}}: - é' \
	'--weather=$(X)' \
	'--out=/a/b c' \
	--target=https://account.blob.core.windows.net || sent=$?

"$ifmatch" check '/a/b c'
verdict=$?
exit $((verdict != 0 ? verdict : sent))
