import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { database, user } from './cluster.ts'
import { readPidFile } from './leftover.ts'
import { port } from './server.ts'

/** The address of the database of this folder while a process serves it: for commands run beside the service. */
export function findRunning(folder: string): { host: string; port: number; user: string; database: string } | undefined {
  if (readPidFile(join(folder, 'data'))?.status !== 'ready') return undefined
  const file = join(folder, 'socket')
  const host = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return host !== '' && existsSync(join(host, `.s.PGSQL.${port}`)) ? { host, port, user, database } : undefined
}
