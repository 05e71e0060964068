#!/bin/sh
# Makes the base image of deploy/Containerfile from Debian packages, for machines without an image registry. As root:
#   deploy/base-image.sh [localhost/debian:trixie-slim]
#   buildah bud -f deploy/Containerfile --build-arg BASE=localhost/debian:trixie-slim -t projectory .
# Needs debootstrap and buildah. MIRROR is another Debian mirror than the default one of debootstrap.
set -eu
name="${1:-localhost/debian:trixie-slim}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2086 # without MIRROR there is no argument
debootstrap --variant=minbase trixie "$folder/root" ${MIRROR:-}
rm -rf "$folder"/root/var/cache/apt/archives/*.deb "$folder"/root/var/lib/apt/lists/* "$folder"/root/usr/share/doc/* "$folder"/root/usr/share/man/*
container=$(buildah from scratch)
buildah add --quiet "$container" "$folder/root" / >/dev/null
buildah config --cmd /bin/sh --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit --quiet --rm "$container" "$name"
