#!/usr/bin/env bash
# ifmatch load table-cas --target=env --shard=/12
#
# sbatch ifmatch-load-of-today.sh, with this as ifmatch-load-of-today.sh, in a folder that all nodes share. The exit code of the
# job is that of the verdict. IFMATCH names the program if it is not on the PATH.
#SBATCH --job-name=ifmatch-load-of-today
#SBATCH --ntasks=12
#SBATCH --ntasks-per-node=1
#SBATCH --output=ifmatch-load-of-today-%j.log
set -uo pipefail
ifmatch=${IFMATCH:-ifmatch}
: "${AZURE_STORAGE_CONNECTION_STRING:?is the connection string of the target, and is not set}"

# SLURM_PROCID, which srun sets, is the number of the shard. One that is lost does not
# end the others: what they recorded is still worth a verdict.
sent=0
srun --ntasks=12 --kill-on-bad-exit=0 --wait=0 "$ifmatch" \
	load \
	table-cas \
	--shard=/12 \
	--start-at=+20s \
	'--out=/shared/Load of Today' \
	--target=env || sent=$?

"$ifmatch" check '/shared/Load of Today'
verdict=$?
exit $((verdict != 0 ? verdict : sent))
