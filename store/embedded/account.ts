import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The user the server runs as; undefined: the current user. */
export type Account = { uid: number; gid: number } | undefined

const nobody = 65534

/** PostgreSQL refuses to run as root. Root starts it as the owner of the existing data, or else as the user nobody. */
export function serverAccount(data: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: nobody, gid: nobody }
}

/** Recursive chown: a backup restored by root belongs to root. */
export function changeOwner(path: string, account: Account): void {
  if (!account || statSync(path).uid === account.uid) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), account.uid, account.gid)
  chownSync(path, account.uid, account.gid) // last, so that an interrupted chown is repeated
}
