import { type Command, UsageError } from '#cli/usage.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { withStore } from '#run/store.ts'
import { insertAudit } from '#store/audit/insert.ts'
import type { Access } from '#store/session/session.ts'
import { countAdministrators, findPersonByLogin, lockAdministrators, updateAccess } from '#store/session/sign-in.ts'

const levels: Access[] = ['member', 'curator', 'administrator']
const usage = 'npx projectory user grant <login> member|curator|administrator'

export default {
  usage,
  async run([verb, login, access]) {
    if (verb !== 'grant' || !login || !levels.includes(access as Access)) throw new UsageError(`usage: ${usage}`)
    const after = access as Access
    const before = await withStore(readConfig(readEnvironment()), quietLog(), (sql) =>
      sql.begin(async (sql) => {
        await lockAdministrators(sql)
        const person = await findPersonByLogin(sql, login)
        if (!person) throw new Error(`There is no account with the login “${login}”.`)
        const isLast = person.access === 'administrator' && person.isActive && (await countAdministrators(sql)) === 1
        if (isLast && after !== 'administrator') throw new Error(`“${login}” is the only administrator. Appoint another one first.`)
        const former = await updateAccess(sql, person.id, after)
        const isMore = former !== undefined && levels.indexOf(after) > levels.indexOf(former)
        const action = isMore ? 'role_granted' : 'role_revoked'
        if (former)
          await insertAudit(sql, {
            at: new Date(),
            action,
            target: `person ${person.id}`,
            detail: { before: former, after, by: 'command line' },
          })
        return former
      }),
    )
    console.log(before ? `${login}: ${before} → ${after}.` : `${login} is already ${after}.`)
    return 0
  },
} satisfies Command
