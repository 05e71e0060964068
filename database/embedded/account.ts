import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user the server runs as; undefined: the current user. */
export type Account = { uid: number; gid: number } | undefined

const nobody = { uid: 65_534, gid: 65_534 }
// The user ids that systemd's list (UIDS-GIDS) reserves for nothing.
const [FIRST_UNUSED, UNUSED] = [60_578, 606]

/**
 * PostgreSQL refuses to run as root. Root starts it as the owner of the existing data, or else with a user id of its own, which stays the
 * owner of the data. The user nobody is not used: every process of it could read the data and connect.
 */
export function serverAccount(data: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0 && owner.uid !== nobody.uid) return { uid: owner.uid, gid: owner.gid }
  const account = unusedAccount(dirname(data))
  return account && (owner?.uid !== nobody.uid || canGive(join(data, 'PG_VERSION'), account)) ? account : nobody
}

/** Some network file systems do not let root change owners: existing data stay with nobody then. */
function canGive(path: string, { uid, gid }: NonNullable<Account>): boolean {
  try {
    chownSync(path, uid, gid)
    return true
  } catch {
    return false
  }
}

/** initdb looks its user up by name; a user id without one cannot run it. */
export const accountForInitdb = (account: Account): Account => (account && !hasName('passwd', account.uid) ? nobody : account)

function unusedAccount(folder: string): Account {
  const first = createHash('sha256').update(folder).digest().readUInt32BE() % UNUSED
  const running = runningUsers()
  for (let n = 0; n < UNUSED; n++) {
    const uid = FIRST_UNUSED + ((first + n) % UNUSED)
    if (isMapped(uid) && !running.has(uid) && !hasName('passwd', uid) && !hasName('group', uid)) return { uid, gid: uid }
  }
  return undefined
}

function hasName(list: 'passwd' | 'group', id: number): boolean {
  const { status, error } = spawnSync('getent', [list, String(id)])
  if (error === undefined) return status === 0
  return readText(`/etc/${list}`).includes(`:${id}:`)
}

/** A user namespace, as in a container, may have fewer ids. */
function isMapped(id: number): boolean {
  const ranges = readText('/proc/self/uid_map').trim()
  if (ranges === '') return true
  return ranges.split('\n').some((line) => {
    const [start = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
    return id >= start && id < start + count
  })
}

function runningUsers(): Set<number> {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return new Set(pids.flatMap((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? []))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Recursive chown: a backup restored by root belongs to root. */
export function changeOwner(path: string, account: Account): void {
  if (!account || statSync(path).uid === account.uid) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), account.uid, account.gid)
  chownSync(path, account.uid, account.gid) // last, so that an interrupted chown is repeated
}
