import { handle } from '#api/app.ts'
import { Joining, updateJoining } from '#contract/joining.ts'
import { Refusal } from '#http/problem.ts'
import { nextJoining, whyNotBecomeOpen } from '#rules/joining.ts'
import { quoted, rolesNamed } from '#rules/member.ts'
import { lockInvitingTeams, neverInvite } from '#store/invitation.ts'
import { findJoining, lockJoining, setInterests, setOfferedRoles, updateJoining as store } from '#store/joining.ts'
import type { AnySql } from '#store/sql.ts'
import { listVocabularies } from '#store/vocabulary.ts'

export default handle(updateJoining, ({ app, caller, body, change, refuseIfChanged }) =>
  change(async (sql) => {
    const at = app.now()
    if (body.neverInvite) await lockInvitingTeams(sql, caller.id) // lock order: teams before people
    const before = await lockJoining(sql, caller.id)
    refuseIfChanged(Joining, before)
    const after = nextJoining(before, body)
    const why = whyNotBecomeOpen(before, after, app.settings)
    if (why) throw new Refusal(why)
    const roles = body.roles && (await rolesFrom(sql, body.roles))
    const projects = body.projects && projectsFrom(body.projects)
    if (after.neverInvite && !before.neverInvite) await neverInvite(sql, caller.id, at)
    await store(sql, caller.id, after, at)
    if (roles) await setOfferedRoles(sql, caller.id, roles)
    if (projects) await setInterests(sql, caller.id, projects)
    return findJoining(sql, caller.id)

    /** Published ones, also by a former slug. */
    function projectsFrom(slugs: string[]): number[] {
      const ids = slugs.map((slug) => app.catalog.idOfSlug(slug))
      const unknown = slugs.filter((_, index) => ids[index] === undefined)
      if (unknown.length > 0) throw new Refusal('unknown_project', { projects: quoted(unknown) })
      return [...new Set(ids as number[])]
    }
  }),
)

async function rolesFrom(sql: AnySql, names: string[]): Promise<number[]> {
  const vocabulary = (await listVocabularies(sql)).roles.map((role) => ({ ...role, aliases: [role.nameRu ?? role.name, ...role.aliases] }))
  const { found, unknown } = rolesNamed(names, vocabulary)
  if (unknown.length > 0) throw new Refusal('unknown_role', { roles: quoted(unknown) })
  return found.map(({ id }) => id)
}
