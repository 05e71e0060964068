import type { ApiApp } from '#api/app.ts'
import { type Audience, MOST_RECIPIENTS } from '#contract/console/announcement.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readResponsible } from '#rules/request/responsibility.ts'
import { searchWords } from '#rules/team/team.ts'
import { writeDay } from '#rules/time/day.ts'
import {
  countRecipients,
  findRoundOfAudience,
  hasProject,
  type RecipientCounts,
  type StoredAudience,
} from '#store/announcement/audience.ts'
import { listConsolePeople } from '#store/person/console.ts'
import { listConsoleTeamRows } from '#store/team/console.ts'

const whole = { limit: MOST_RECIPIENTS, offset: 0 }

function refuseIfTooMany(count: number): void {
  if (count > MOST_RECIPIENTS) throw new Refusal('audience_too_large', { limit: MOST_RECIPIENTS })
}

/** Who has a place is known once the results are published; before, even a number of recipients would tell. */
async function checkRound(sql: AnySql, kind: Audience['kind'], slug: string): Promise<void> {
  const round = await findRoundOfAudience(sql, slug)
  if (!round) throw new Refusal('round_not_found', { round: slug })
  if (kind !== 'round-teams' && !round.isPublished) throw new Refusal('round_not_published', { round: round.name })
}

/** The audience with the rows of its list, and the number of people in it. */
export async function readAudience(
  sql: AnySql,
  { kind, project, round = '', teams = {}, people = {} }: Audience,
  app: ApiApp,
  callerId: number,
): Promise<{ audience: StoredAudience; counts: RecipientCounts }> {
  const today = writeDay(app.calendar(app.now()))
  let audience: StoredAudience = { kind }
  if (kind === 'project-teams' || kind === 'applicants') {
    if (!project || !(await hasProject(sql, project))) throw new Refusal('project_not_found', { slug: project ?? '' })
    audience = { kind, project }
  } else if (kind === 'round-teams' || kind === 'round-placed' || kind === 'round-unplaced') {
    await checkRound(sql, kind, round)
    audience = { kind, round }
  } else if (kind === 'team-list') {
    const curator = readResponsible({ mine: teams.mine, id: teams.curatorId }, callerId)
    const { work, formedBy } = teams
    const found = await listConsoleTeamRows(sql, { words: searchWords(teams.text), work, formedBy, curator, today, ...whole })
    refuseIfTooMany(found.total)
    audience = { kind, teams, ids: found.teams.map(({ id }) => id) }
  } else if (kind === 'person-list') {
    const found = await listConsolePeople(sql, {
      words: searchWords(people.text),
      access: people.access,
      group: people.group,
      state: people.state,
      ...whole,
    })
    refuseIfTooMany(found.total)
    audience = { kind, people, ids: found.people.map(({ id }) => id) }
  }
  const counts = await countRecipients(sql, audience, today)
  refuseIfTooMany(counts.emails)
  return { audience, counts }
}
