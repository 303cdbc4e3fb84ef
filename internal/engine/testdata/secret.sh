#!/usr/bin/env bash
# ifmatch load blob-cas --target=@account.txt --shard=/3
#
# sbatch ifmatch-run1.sh, with this as ifmatch-run1.sh, in a folder that all nodes share. The exit code of the
# job is that of the verdict. IFMATCH names the program if it is not on the PATH.
#SBATCH --job-name=ifmatch-run1
#SBATCH --ntasks=3
#SBATCH --ntasks-per-node=1
#SBATCH --output=ifmatch-run1-%j.log
#SBATCH --time=12
set -uo pipefail
ifmatch=${IFMATCH:-ifmatch}

# SLURM_PROCID, which srun sets, is the number of the shard. One that is lost does not
# end the others: what they recorded is still worth a verdict.
sent=0
srun --ntasks=3 --kill-on-bad-exit=0 --wait=0 "$ifmatch" \
	load \
	blob-cas \
	--clients=16 \
	--shard=/3 \
	--start-at=+1m \
	--out=run1 \
	--target=@account.txt || sent=$?

"$ifmatch" check run1
verdict=$?
exit $((verdict != 0 ? verdict : sent))
