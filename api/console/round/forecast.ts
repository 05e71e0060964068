import { exclusionsOf, getsResult } from '#actions/round/placement.ts'
import type { Forecast } from '#actions/round/placement-worker.ts'
import type { ApiApp } from '#api/app.ts'
import type { forecastRound, RoundForecast } from '#contract/console/round-placing.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Refusal } from '#http/response/problem.ts'
import type { CountedRemedy } from '#rules/placement/gain.ts'
import type { Mark, Round, Rule } from '#rules/placement/instance.ts'
import { writeDay } from '#rules/time/day.ts'
import { listRoundProjects, listRoundTeams, type RoundTeamRow } from '#store/round/review.ts'
import type { StoredRound } from '#store/round/round.ts'

// Forecasts use team ids in place of pseudonyms, so that they need no key: the answer is for curators.

/** `unpublished`: projects without places, whatever their limit. */
export type ForecastInput = { round: Round; teams: RoundTeamRow[]; unpublished: ReadonlySet<string> }

const nameOf = (team: number): string => String(team).padStart(10, '0') // sorts like the number

export async function forecastInput({ sql, calendar, now }: ApiApp, { id }: StoredRound): Promise<ForecastInput> {
  const projects = await listRoundProjects(sql, id)
  const teams = await listRoundTeams(sql, id, writeDay(calendar(now())))
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
  const taking = teams.filter(getsResult) // as in a draft, so that both count the same teams
  return {
    teams,
    unpublished: new Set(projects.flatMap(({ slug, isPublished }) => (isPublished ? [] : [slug]))),
    round: {
      choices: taking
        .filter(({ choices }) => choices.length > 0)
        .map(({ team, choices }) => ({ team: nameOf(team), projects: choices.map(({ project }) => project) })),
      places: Object.fromEntries(projects.map(({ slug, isPublished, places }) => [slug, isPublished ? places : 0])),
      marks: taking.flatMap(({ team, choices }) =>
        choices.flatMap(({ project, mark }): Mark[] => (mark === null ? [] : [{ team: nameOf(team), project, mark }])),
      ),
      locks: taking.flatMap(({ team, lock }) => (lock ? [{ team: nameOf(team), project: lock.project }] : [])),
      excluded: exclusionsOf(taking).map(({ team, project, reason }) => ({
        team: nameOf(team),
        project: project === null ? null : (slugs.get(project) ?? null),
        reason,
      })),
    },
  }
}

type Body = BodyOf<typeof forecastRound>

/** The round with the changes of a trial; null without any. Nothing is written. */
export function triedRound(
  { round, teams, unpublished }: ForecastInput,
  { rule, places = [], marks = [] }: Body,
  stored: StoredRound,
): Round | null {
  if (rule === undefined && places.length + marks.length === 0) return null
  const stray = places.find(({ project }) => !(project in round.places))
  if (stray) throw new Refusal('project_not_in_round', { project: stray.project, round: stored.name })
  const choices = new Map(
    teams.flatMap(({ team, choices }) => choices.map(({ request, project }) => [request, { team: nameOf(team), project }] as const)),
  )
  const changed = marks.map(({ request, mark }) => {
    const choice = choices.get(request)
    if (!choice) throw new Refusal('request_not_found', { request })
    return { ...choice, mark }
  })
  const isChanged = (mark: Mark) => changed.some(({ team, project }) => team === mark.team && project === mark.project)
  return {
    ...round,
    places: {
      ...round.places,
      ...Object.fromEntries(places.map(({ project, places }) => [project, unpublished.has(project) ? 0 : places])),
    },
    marks: [
      ...round.marks.filter((mark) => !isChanged(mark)),
      ...changed.flatMap(({ team, project, mark }) => (mark === null ? [] : [{ team, project, mark }])),
    ],
  }
}

const remedyView = (remedy: CountedRemedy): RoundForecast['bottlenecks'][number]['remedies'][number] => ({
  kind: remedy.kind,
  project: remedy.kind === 'raise' ? remedy.project : null,
  teams: remedy.kind === 'ask' ? remedy.teams.map(Number) : [],
  places: remedy.kind === 'raise' ? remedy.by : remedy.kind === 'add' ? remedy.places : null,
  gain: remedy.gain,
  placed: remedy.placed,
})

export const forecastView = (
  rule: Rule,
  { teams: rows, unpublished }: ForecastInput,
  { bottlenecks: { teams, placeable, bottlenecks }, odds }: Forecast,
): RoundForecast => {
  const names = new Map(rows.map(({ team, name }) => [team, name]))
  // More places in a project that is not published help nobody.
  const isHelp = (remedy: CountedRemedy) => remedy.kind !== 'raise' || !unpublished.has(remedy.project)
  return {
    rule,
    teams,
    placeable,
    bottlenecks: bottlenecks.map((one) => ({
      ...one,
      teams: one.teams.map(Number),
      remedies: one.remedies.filter(isHelp).map(remedyView),
    })),
    odds: { ...odds, teams: odds.teams.map((one) => ({ ...one, team: Number(one.team), name: names.get(Number(one.team))! })) },
  }
}
