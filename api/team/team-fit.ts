import type { ApiApp } from '#api/app.ts'
import type { TeamFit } from '#contract/joining.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import { createFit } from '#rules/team/fit.ts'
import { countOffering } from '#store/person/joining.ts'

/** How each of these teams covers the roles that a project wants. */
export async function fitsOf(
  { sql, catalog }: Pick<ApiApp, 'sql' | 'catalog'>,
  wanted: WantedRole[],
  teams: { id: number; memberRoles: string[][] }[],
): Promise<TeamFit[]> {
  const fit = createFit(catalog.roleTerms())
  const found = teams.map(({ id, memberRoles }) => ({
    id,
    matches: fit.coverage(wanted, memberRoles),
    missing: fit.missing(wanted, memberRoles),
  }))
  const offering = await countOffering(
    sql,
    found.flatMap(({ id, missing }) =>
      missing.flatMap(({ role }) => [...fit.matching(role)].map((offered) => ({ team: id, role, offered }))),
    ),
  )
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return found.map(({ id, matches, missing }) => ({
    covered: sum(matches.map(({ covered }) => covered)),
    wanted: sum(wanted.map(({ count }) => count)),
    matches,
    missing: missing.map((one) => ({
      ...one,
      openPeople: offering.find(({ team, role }) => team === id && role === one.role)?.count ?? 0,
    })),
  }))
}
