import { existsSync } from 'node:fs'
import { maintainKeys, revokeKey, rotateKeys } from '#auth/token/keys.ts'
import { createKeyFile, readKeyFile } from '#auth/token/secrets.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import type { Sql } from '#database/sql.ts'
import { type Config, readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { withStore } from '#run/store.ts'
import { listSigningKeys } from '#store/session/signing-key.ts'

const usage = 'npx projectory keys [list] | rotate | revoke <kid> | create <file>'

export default {
  usage,
  async run([verb = 'list', name]) {
    if (verb === 'create' && name) return create(name)
    const isValid = verb === 'list' || verb === 'rotate' || (verb === 'revoke' && name)
    if (!isValid) throw new UsageError(`usage: ${usage}`)
    const config = readConfig(readEnvironment())
    await withStore(config, quietLog(), (sql) => change(sql, sealingOf(config), verb, name))
    return 0
  },
} satisfies Command

function sealingOf({ isProduction, keyFile }: Config): Buffer[] {
  if (!isProduction) createKeyFile(keyFile)
  return readKeyFile(keyFile).keySealing
}

function create(path: string): number {
  if (existsSync(path)) throw new Error(`${path} already exists and was not changed.`)
  createKeyFile(path)
  console.log(`Created ${path}. Keep it secret and set KEY_FILE=${path} for all processes of this directory.`)
  return 0
}

async function change(sql: Sql, sealing: Buffer[], verb: string, kid: string | undefined): Promise<void> {
  const now = new Date()
  await maintainKeys(sql, sealing, now)
  if (verb === 'rotate') await rotateKeys(sql, sealing, now)
  if (verb === 'revoke' && !(await revokeKey(sql, sealing, kid!, now))) throw new Error(`There is no active key ${kid}.`)
  for (const { kid, status, createdAt, currentSince } of await listSigningKeys(sql))
    console.log(
      `${status.padEnd(9)} ${kid}  created ${createdAt.toISOString()}${currentSince ? `  signing since ${currentSince.toISOString()}` : ''}`,
    )
  if (verb === 'revoke') console.log('Its tokens stop working within a minute. Clients get new ones automatically.')
}
