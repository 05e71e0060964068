import { existsSync } from 'node:fs'
import { unseal } from '#auth/token/seal.ts'
import { readKeyFile } from '#auth/token/secrets.ts'
import type { AnySql } from '#database/sql.ts'
import type { Config } from '#run/config/config.ts'
import { listSealedKeys } from '#store/session/signing-key.ts'

/** Those that sign backups, the present one first; none without a key file. */
export const backupKeysOf = ({ keyFile }: Pick<Config, 'keyFile'>): Buffer[] => (existsSync(keyFile) ? readKeyFile(keyFile).backupMac : [])

export const findSealedKeys = (sql: AnySql): Promise<Buffer[]> => listSealedKeys(sql)

/** The secrets in a backup are sealed with the master key, which is not in it. Null when the key fits, or nothing is sealed. */
export function whyKeyDoesNotFit({ keyFile }: Pick<Config, 'keyFile'>, sealed: readonly Buffer[]): string | null {
  if (sealed.length === 0) return null
  if (!existsSync(keyFile))
    return `The secrets in this backup need the key file it was made with; KEY_FILE (${keyFile}) does not exist. Copy it there before you start.`
  const { keySealing } = readKeyFile(keyFile)
  if (sealed.every((one) => unseal(keySealing, one) !== null)) return null
  return `KEY_FILE (${keyFile}) is not the key that this backup was made with: the service does not start with it. Put the original key file there, or see “Without the key file” in docs/backup.md.`
}
