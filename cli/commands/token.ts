import { openSession } from '#auth/session.ts'
import { createKeyRing, maintainKeys } from '#auth/token/keys.ts'
import { createKeyFile, readKeyFile } from '#auth/token/secrets.ts'
import { signAccessToken } from '#auth/token/tokens.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { authUrlOf, clientsOf } from '#run/config/addresses.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { withStore } from '#run/store.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { findPersonByLogin } from '#store/session/sign-in.ts'

export default {
  usage: 'npx projectory token <login>',
  async run([login]) {
    if (!login) throw new UsageError('usage: npx projectory token <login>')
    const config = readConfig(readEnvironment())
    if (config.isProduction) throw new Error('This command is not available in production.')
    const client = clientsOf(config).find(({ id }) => id === 'projectory-dev')!
    createKeyFile(config.keyFile)
    const sealing = readKeyFile(config.keyFile).keySealing
    const token = await withStore(config, quietLog(), async (sql) => {
      const person = await findPersonByLogin(sql, login)
      if (!person) throw new Error(`There is no account with the login “${login}”.`)
      if (!person.isActive) throw new Error(`The account “${login}” is disabled.`)
      const now = new Date()
      await maintainKeys(sql, sealing, now)
      const opening = {
        client,
        personId: person.id,
        provider: 'command line',
        authTime: now,
        device: 'npx projectory token',
        network: null,
        now,
      }
      const { grant } = await openSession(sql, opening)
      await insertAudit(sql, {
        at: now,
        action: 'authn_login_success',
        actorId: person.id,
        sid: grant.sid,
        clientId: client.id,
        detail: { by: 'command line' },
      })
      return signAccessToken(
        createKeyRing(sql, sealing, () => now),
        authUrlOf(config, null),
        grant,
        client.accessSeconds,
        now,
      )
    })
    console.log(token)
    return 0
  },
} satisfies Command
