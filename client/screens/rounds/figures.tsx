import type { RoundDetail } from '#contract/round.ts'
import { count } from '#ui/time/format.ts'
import { r } from './texts.ts'

/** How many places, teams and choices; after the results also which choice teams got, as bars. */
export function Figures({ round: { figures, state } }: { round: RoundDetail }) {
  const { places, teams, choices, placed, unplaced, byRank } = figures
  if (state === 'announced') return null
  const rows: [string, string][] = [
    [r('figure.places'), places === null ? r('figure.placesAny') : count(places)],
    [r('figure.teams'), count(teams)],
    [r('figure.choices'), count(choices)],
  ]
  if (placed !== null) rows.splice(0, 3, [r('figure.teams'), count(teams)], [r('figure.placed'), count(placed)])
  if (unplaced !== null) rows.push([r('figure.unplaced'), count(unplaced)])
  const most = Math.max(1, ...(byRank ?? []))
  return (
    <section class="card stack" aria-labelledby="round-figures">
      <h2 id="round-figures">{r('round.figures')}</h2>
      <dl class="round-figures">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {byRank && byRank.length > 0 && (
        <>
          <h3>{r('figure.byRank')}</h3>
          <ol class="bare round-bars">
            {byRank.map((teams, index) => (
              <li key={index}>
                <span>{r('figure.rank', { rank: index + 1 })}</span>
                <span class="round-bar" aria-hidden="true">
                  <i style={{ inlineSize: `${Math.round((100 * teams) / most)}%` }} />
                </span>
                <span>{r('figure.rankOf', { count: teams })}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
