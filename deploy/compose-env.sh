#!/bin/sh
# Writes deploy/.env with random passwords for compose.yaml; an existing file is not changed.
set -eu
file="$(dirname -- "$0")/.env"
if [ -e "$file" ]; then
    echo "$file exists and was not changed."
    exit 0
fi
random() {
    od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'
}
umask 077
cat >"$file" <<END
POSTGRES_PASSWORD=$(random 24)
S3_ACCESS_KEY=GK$(random 12)
S3_SECRET_KEY=$(random 32)
S3_RPC_SECRET=$(random 32)
END
echo "Created $file."
