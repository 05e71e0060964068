import { existsSync } from 'node:fs'
import { revokeKey, rotateKeys, tendKeys } from '#auth/keys.ts'
import { createKeyFile, readKeyFile } from '#auth/secrets.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { type Config, readConfig, readEnvironment } from '#run/config.ts'
import { quietLog } from '#run/log.ts'
import { withStore } from '#run/store.ts'
import { listSigningKeys } from '#store/signing-key.ts'
import type { Sql } from '#store/sql.ts'

const usage = 'npx projectory keys [list] | rotate | revoke <kid> | create <file>'

export default {
  summary: 'Lists the keys that sign access tokens, takes the next into use, revokes one; or makes a master key for KEY_FILE.',
  usage,
  async run([verb = 'list', name]) {
    if (verb === 'create' && name) return create(name)
    const isKnown = verb === 'list' || verb === 'rotate' || (verb === 'revoke' && name)
    if (!isKnown) throw new UsageError(`usage: ${usage}`)
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
  if (existsSync(path)) throw new Error(`${path} is there already and was left as it is.`)
  createKeyFile(path)
  console.log(`Wrote ${path}. Keep it safe and private: set KEY_FILE=${path}; all processes of one directory share it.`)
  return 0
}

async function change(sql: Sql, sealing: Buffer[], verb: string, kid: string | undefined): Promise<void> {
  const now = new Date()
  await tendKeys(sql, sealing, now)
  if (verb === 'rotate') await rotateKeys(sql, sealing, now)
  if (verb === 'revoke' && !(await revokeKey(sql, sealing, kid!, now))) throw new Error(`There is no key ${kid} that could be revoked.`)
  for (const { kid, status, createdAt, currentSince } of await listSigningKeys(sql))
    console.log(
      `${status.padEnd(9)} ${kid}  made ${createdAt.toISOString()}${currentSince ? `  signing since ${currentSince.toISOString()}` : ''}`,
    )
  if (verb === 'revoke') console.log('Its tokens are refused everywhere within a minute; people get new ones by themselves.')
}
