import { handle } from '#api/app.ts'
import { Joining, updateJoining } from '#contract/joining.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { nextJoining, whyNotBecomeOpen } from '#rules/team/joining.ts'
import { quoted, type Role, rolesNamed } from '#rules/team/member.ts'
import { findJoining, listInterestIds, lockJoining, setInterests, setOfferedRoles, updateJoining as store } from '#store/person/joining.ts'
import { lockInvitingTeams, neverInvite } from '#store/team/invitation.ts'
import { listVocabularies } from '#store/vocabulary/vocabulary.ts'

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
    // A call that changes nothing writes nothing: no client has to ask again.
    const isSame =
      (Object.keys(after) as (keyof typeof after)[]).every((key) => after[key] === before[key]) &&
      (!roles ||
        isSameList(
          roles.map(({ name }) => name),
          before.roles,
        )) &&
      (!projects || isSameList(projects, await listInterestIds(sql, caller.id)))
    if (isSame) return before
    if (after.neverInvite && !before.neverInvite) await neverInvite(sql, caller.id, at)
    await store(sql, caller.id, after, at)
    if (roles)
      await setOfferedRoles(
        sql,
        caller.id,
        roles.map(({ id }) => id),
      )
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

async function rolesFrom(sql: AnySql, names: string[]): Promise<Role[]> {
  const vocabulary = (await listVocabularies(sql)).roles.map((role) => ({ ...role, aliases: [role.nameRu ?? role.name, ...role.aliases] }))
  const { found, unknown } = rolesNamed(names, vocabulary)
  if (unknown.length > 0) throw new Refusal('unknown_role', { roles: quoted(unknown) })
  return found
}

const isSameList = <T>(some: T[], others: T[]): boolean => some.length === others.length && some.every((one, n) => one === others[n])
