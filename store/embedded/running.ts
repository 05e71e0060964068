import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { database, user } from './cluster.ts'
import { readPidFile } from './leftover.ts'
import { port } from './server.ts'

/** Where the database of this folder can be reached, if a process is serving it right now: for commands beside a running service. */
export function findRunning(folder: string): { host: string; port: number; user: string; database: string } | undefined {
  if (readPidFile(join(folder, 'data'))?.status !== 'ready') return undefined
  const note = join(folder, 'socket')
  const host = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  return host !== '' && existsSync(join(host, `.s.PGSQL.${port}`)) ? { host, port, user, database } : undefined
}
