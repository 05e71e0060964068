#!/bin/sh
# Installs or upgrades Projectory as a systemd service:   sudo deploy/install.sh
# Run it from an unpacked release or a checkout. It can be run again at any time: settings, key and data are never replaced, and an
# unchanged release is not installed twice. The release before stays in /opt/projectory/releases for a way back.
# DESTDIR=/some/folder installs below that folder, without a user and without systemd.
set -eu

DESTDIR="${DESTDIR:-}"
home="$DESTDIR/opt/projectory"
config="$DESTDIR/etc/projectory"
data="$DESTDIR/var/lib/projectory"
backups="$DESTDIR/var/backups/projectory"
units="$DESTDIR/etc/systemd/system"
account=projectory
kept_releases=3

fail() {
    echo "$1" >&2
    exit 1
}

[ "$#" -eq 0 ] || fail "Usage: deploy/install.sh (settings are in /etc/projectory/projectory.env)"
[ -n "$DESTDIR" ] || [ "$(id -u)" -eq 0 ] || fail "Run this as root: sudo deploy/install.sh"
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ -f "$source/bin/projectory.mjs" ] || fail "$source is not a release of Projectory: bin/projectory.mjs is missing."
command -v npm >/dev/null || fail "npm is missing: install Node 20 or newer with npm."
node=$(command -v node) || fail "Node is missing: install Node 20 or newer with npm."
major=$("$node" -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || fail "This is Node $major: install Node 20 or newer."

# umask of root may be 077: the service runs as another user and must be able to read its code.
umask 022

pack() {
    (cd "$source" && tar --sort=name --owner=0 --group=0 --numeric-owner --exclude=./node_modules --exclude=./.cache --exclude=./.git \
        --exclude=./data --exclude=./dist --exclude=./.env --exclude=./deploy/.env --exclude=./deploy/secrets --exclude='*.log' "$@" -cf - .)
}

version=$("$node" -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).version' "$source/package.json")
digest=$(pack --mtime=@0 | sha256sum | cut -c1-10)
release="$home/releases/$version-$digest"
previous=$(readlink "$home/current" 2>/dev/null || true)

add_account() {
    [ -z "$DESTDIR" ] || return 0
    getent passwd "$account" >/dev/null && return 0
    # An entry in /etc/passwd is also needed by the embedded PostgreSQL.
    useradd --system --user-group --home-dir /var/lib/projectory --no-create-home --shell /usr/sbin/nologin "$account"
}

own() {
    [ -z "$DESTDIR" ] || return 0
    chown "$@"
}

# The unit sees no home folders (ProtectHome), and its user may not enter them: a Node of nvm or the like is copied.
link_node() {
    program=$("$node" -p process.execPath)
    case "$program" in
    /home/* | /root/* | /run/user/*)
        echo "$program is in a home folder, where the service cannot read it: Node is copied into the release."
        cp "$program" node
        ./node --version >/dev/null || fail "The copy of $program does not run: install Node for all users, for example to /usr/local."
        ;;
    *) ln -s "$node" node ;;
    esac
}

# The folder gets its name when it is complete: an interrupted installation is repeated from the beginning.
add_release() {
    if [ -d "$release" ]; then
        echo "Release $version-$digest is already installed."
        return 0
    fi
    echo "Installing release $version-$digest…"
    mkdir -p "$home/releases"
    rm -rf "$home/releases/.new"
    mkdir "$home/releases/.new"
    pack | tar -xf - -C "$home/releases/.new"
    (
        cd "$home/releases/.new"
        npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
        # Builds the web apps, prepares the embedded PostgreSQL, and fetches Node 24 if this one is older.
        NODE_ENV=development "$node" bin/projectory.mjs build
        fetched=$(find .cache/node -path '*/bin/node' -type f 2>/dev/null | head -n 1)
        if [ -n "$fetched" ]; then ln -s "$fetched" node; else link_node; fi
        ./node deploy/prune.ts
        rm -rf .cache/compile
    )
    mv "$home/releases/.new" "$release"
}

add_settings() {
    mkdir -p "$config" "$data/tmp" "$backups"
    chmod 0750 "$config"
    chmod 0700 "$data" "$data/tmp" "$backups"
    own "root:$account" "$config"
    own "$account:$account" "$data" "$data/tmp" "$backups"
    if [ ! -e "$config/master.key" ]; then
        (umask 077 && cd / && NODE_ENV=development "$release/node" "$release/bin/projectory.mjs" keys create "$config/master.key" >/dev/null)
        own "$account:$account" "$config/master.key"
        echo "Created $config/master.key. Keep a copy in a safe place: without it nobody stays signed in."
    fi
    if [ ! -e "$config/projectory.env" ]; then
        sed "s|@config@|$config|g; s|@data@|$data|g" "$source/deploy/systemd/projectory.env" >"$config/projectory.env"
        chmod 0640 "$config/projectory.env"
        own "root:$account" "$config/projectory.env"
    fi
}

# The command with the settings of the service: projectory mail list, projectory migrate, …
add_command() {
    mkdir -p "$DESTDIR/usr/local/bin" "$units"
    sed "s|/opt/projectory|$home|g; s|/etc/projectory|$config|g" "$source/deploy/systemd/projectory" >"$DESTDIR/usr/local/bin/projectory"
    chmod 0755 "$DESTDIR/usr/local/bin/projectory"
    cp "$source/deploy/systemd/projectory.service" "$units/projectory.service"
}

is_configured() {
    ! grep -q '^[A-Z_]*=$' "$config/projectory.env"
}

has_systemd() {
    [ -z "$DESTDIR" ] && [ -d /run/systemd/system ]
}

# False before the first start with the embedded database.
has_data() {
    grep -q '^DATABASE_URL=.' "$config/projectory.env" && return 0
    folder=$(sed -n 's/^DATA_DIR=//p' "$config/projectory.env" | tail -n 1 | tr -d "\"'")
    [ -e "${folder:-$data}/postgres" ]
}

# Before another release migrates the database.
back_up() {
    [ -n "$previous" ] && [ "$home/$previous" != "$release" ] && is_configured && has_data || return 0
    command="$DESTDIR/usr/local/bin/projectory"
    if ! "$command" --help | grep -q '^  backup '; then
        echo "The installed release has no command for backups: back up the database and the files yourself before you go on."
        return 0
    fi
    file="$backups/before-$version-$(date -u +%Y%m%dT%H%M%SZ)"
    echo "Making a backup…"
    if report=$("$command" backup --out "$file" 2>&1); then
        echo "$report"
        return 0
    fi
    case "$report" in
    *"there is nothing to back up"*) echo "The database is empty: there is nothing to back up." ;; # never started
    *) fail "$report
The backup failed, so nothing was upgraded. The release before still runs." ;;
    esac
}

activate() {
    ln -sfn "releases/$version-$digest" "$home/current.new"
    mv -T "$home/current.new" "$home/current"
    # The newest releases and the one before this one stay.
    find "$home/releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | tail -n "+$((kept_releases + 1))" | cut -d' ' -f2- |
        while read -r old; do
            [ "$old" = "$release" ] || [ "$old" = "$home/$previous" ] || rm -rf "$old"
        done
}

start() {
    if has_systemd; then
        systemctl daemon-reload
        systemctl enable --quiet projectory.service
    fi
    if ! is_configured; then
        echo "Now fill in the empty settings of $config/projectory.env, then: systemctl restart projectory"
    elif has_systemd; then
        systemctl restart projectory.service
        echo "Projectory $version is started: systemctl status projectory"
    else
        echo "Projectory $version is installed."
    fi
}

add_account
add_release
add_settings
back_up
add_command
activate
start
