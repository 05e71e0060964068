import { backups } from './backups.ts'
import type { Check } from './check.ts'
import { clock } from './clock.ts'
import { configuration } from './configuration.ts'
import { database } from './database.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { mail } from './mail.ts'
import { ports } from './ports.ts'
import { providers } from './providers.ts'
import { rounds } from './rounds.ts'
import { storage } from './storage.ts'
import { webBuild } from './web-build.ts'

export const checks: Check[] = [configuration, clock, database, storage, limits, mail, providers, keys, rounds, backups, webBuild, ports]

/** With --audit; imported only then. */
export async function auditChecks(): Promise<Check[]> {
  const files = await Promise.all([
    import('./data-rules.ts'),
    import('./stored-files.ts'),
    import('./indexes.ts'),
    import('./audit-log.ts'),
  ])
  return files.map(({ check }) => check)
}
