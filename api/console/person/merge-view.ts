import type { previewMerge } from '#contract/console/person.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { type MergePlan, mergePlan, whyNotMerge } from '#rules/person/merge.ts'
import { findListedPeople } from '#store/person/console.ts'
import { countOtherAdministrators, findSides, type StoredSide } from '#store/person/merge.ts'
import { personNotFound } from './person-view.ts'

export type Merging = { from: StoredSide; into: StoredSide; plan: MergePlan }

/** Both accounts and the merge plan, which the preview shows and the merge executes; throws if they may not be merged. */
export async function mergingOf(
  sql: AnySql,
  ids: { from: string | number; into: string | number },
  { callerId, now }: { callerId: number; now: Date },
): Promise<Merging> {
  const sides = await findSides(sql, [readId(ids.from), readId(ids.into)], now)
  const side = (id: string | number) => {
    const found = sides.find((one) => one.id === Number(id))
    if (!found) throw personNotFound(id)
    return found
  }
  const [from, into] = [side(ids.from), side(ids.into)]
  const why = whyNotMerge(from, into, { callerId, otherAdministrators: await countOtherAdministrators(sql, from.id) })
  if (why) throw new Refusal(why)
  return { from, into, plan: mergePlan(from, into) }
}

export async function mergeView(sql: AnySql, { from, into, plan }: Merging): Promise<AnswerOf<typeof previewMerge>> {
  const people = await findListedPeople(sql, [from.id, into.id])
  const listed = (id: number) => people.find((one) => one.id === id)!
  return {
    from: listed(from.id),
    into: listed(into.id),
    teams: plan.places.map(({ team, teamName, into: other, becomesAdministrator }) => ({
      id: team,
      name: teamName,
      isShared: other !== null,
      becomesAdministrator,
    })),
    identities: from.identities,
    sessionsEnded: from.sessions,
    filesMoved: from.files,
    takes: plan.takes,
    loses: plan.loses,
  }
}
