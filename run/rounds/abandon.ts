import { abandonLocked } from '#actions/round/abandon.ts'
import type { Sql } from '#database/sql.ts'
import type { Config } from '#run/config/config.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { findRound, lockRound } from '#store/round/round.ts'
import { createRoundSecrets } from './secrets.ts'

/** For operators. Returns how many teams have choices in it, which are decided one by one from now on. */
export async function abandonBySlug(sql: Sql, slug: string, config: Config): Promise<{ name: string; teams: number; choices: number }> {
  const found = await findRound(sql, { slug })
  if (!found) throw new Error(`There is no round “${slug}”.`)
  return sql.begin(async (sql) => {
    const round = (await lockRound(sql, found.id))!
    if (round.announcedAt === null || round.publishedAt !== null || round.endedAt !== null)
      throw new Error(`“${slug}” has results, has ended, or was not announced: there is nothing to abandon.`)
    const at = new Date()
    if ((await abandonLocked(sql, round, createRoundSecrets(config), { actorId: null, at })) !== null)
      throw new Error(`The key of “${slug}” works: the round can go on. A round is abandoned only when its key is lost.`)
    await insertAudit(sql, { at, action: 'abandonRound', target: `round ${round.id}`, detail: { name: round.name, by: 'command line' } })
    return { name: round.name, teams: round.teams, choices: round.choices }
  })
}
