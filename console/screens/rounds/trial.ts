import { t } from '#console/texts.ts'
import type { ChoiceMark, ConsoleRound } from '#contract/console/round.ts'
import type { forecastRound } from '#contract/console/round-placing.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { PlacementRule } from '#contract/round.ts'
import { placesText, projectNamesOf } from './labels.tsx'

// Changes to try on a copy of a round: another rule, other places, other marks.

export type TrialChanges = {
  rule: PlacementRule | null
  places: Record<string, number | null> // by slug
  marks: Record<number, { mark: ChoiceMark | null; team: string; project: string }> // by request
}

export const noChanges: TrialChanges = { rule: null, places: {}, marks: {} }

export const trialBody = ({ rule, places, marks }: TrialChanges): BodyOf<typeof forecastRound> => ({
  ...(rule ? { rule } : {}),
  ...(Object.keys(places).length > 0 ? { places: Object.entries(places).map(([project, places]) => ({ project, places })) } : {}),
  ...(Object.keys(marks).length > 0
    ? { marks: Object.entries(marks).map(([request, { mark }]) => ({ request: Number(request), mark })) }
    : {}),
})

const without = <T>(record: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key))

type Line = { key: string; text: string; rest: TrialChanges }

/** Each change as a sentence, with what is left when it is removed. */
export function trialLines(round: ConsoleRound, changes: TrialChanges): Line[] {
  const projectName = projectNamesOf(round)
  const present = new Map(round.projects.map(({ slug, places }) => [slug, places]))
  return [
    ...(changes.rule
      ? [{ key: 'rule', text: t('rounds.try.change.rule', { rule: t(`rounds.rule.${changes.rule}`) }), rest: { ...changes, rule: null } }]
      : []),
    ...Object.entries(changes.places).map(([slug, places]) => ({
      key: slug,
      text: t('rounds.try.change.places', {
        project: projectName(slug),
        before: placesText(present.get(slug) ?? null),
        after: placesText(places),
      }),
      rest: { ...changes, places: without(changes.places, slug) },
    })),
    ...Object.entries(changes.marks).map(([request, { mark, team, project }]) => ({
      key: request,
      text: t('rounds.try.change.mark', { team, project: projectName(project), mark: t(`rounds.mark.${mark ?? 'none'}`).toLowerCase() }),
      rest: { ...changes, marks: without(changes.marks, request) },
    })),
  ]
}
