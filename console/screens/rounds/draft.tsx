import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ConsoleRound, RoundDraft } from '#contract/console/round.ts'
import { count, list, moment } from '#ui/format.ts'
import { namesOf } from './labels.tsx'

type FiguresProps = { placed: number; unplaced: number; byRank: readonly number[] }

/** How many teams got which choice. */
export const ResultFigures = ({ placed, unplaced, byRank }: FiguresProps) => (
  <dl class="round-figures">
    <div>
      <dt>{t('rounds.figures.unplaced')}</dt>
      <dd>{count(unplaced)}</dd>
    </div>
    <div>
      <dt>{t('rounds.figures.placed')}</dt>
      <dd>{count(placed)}</dd>
    </div>
    {byRank.map((teams, index) => (
      <div key={index}>
        <dt>{t('rounds.figures.rank', { rank: index + 1 })}</dt>
        <dd>{count(teams)}</dd>
      </div>
    ))}
  </dl>
)

const TeamLink = ({ id, name }: { id: number; name: string }) => (
  <Link href={pathTo('team', { id })} dir="auto">
    {name}
  </Link>
)

/** The result that publishing would give; teams without a place first. */
export function Draft({ round, draft }: { round: ConsoleRound; draft: RoundDraft }) {
  const names = namesOf(round)
  const choicesOf = new Map(round.teams.map(({ team, choices }) => [team, choices]))
  const unplaced = draft.placement.filter(({ project }) => project === null)
  const placed = draft.placement.filter(({ project }) => project !== null)
  return (
    <section class="card stack" aria-labelledby="draft">
      <div>
        <h2 id="draft">{t('rounds.draft')}</h2>
        <p class="soft">
          {t(`rounds.rule.${draft.rule}`)} ·{' '}
          {draft.by ? t('rounds.draft.made', { name: draft.by, when: moment(draft.madeAt) }) : moment(draft.madeAt)}
        </p>
      </div>
      {!draft.isCurrent && (
        <p class="round-warning" role="status">
          {t('rounds.draft.outdated')}
        </p>
      )}
      <ResultFigures {...draft} />
      <h3>{t('rounds.draft.unplaced')}</h3>
      {unplaced.length === 0 ? (
        <p class="soft">{t('rounds.draft.unplaced.none')}</p>
      ) : (
        <ul class="bare round-unplaced">
          {unplaced.map(({ team }) => (
            <li key={team}>
              <TeamLink id={team} name={names.team(team)} />
              <small class="soft">
                {t('rounds.draft.named', { projects: list((choicesOf.get(team) ?? []).map(({ project }) => names.project(project))) })}
              </small>
            </li>
          ))}
        </ul>
      )}
      <h3>{t('rounds.draft.placed')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section class="data-table card-rows" aria-label={t('rounds.draft.placed')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rounds.draft.team')}</th>
              <th scope="col">{t('rounds.draft.project')}</th>
              <th scope="col">{t('rounds.draft.choice')}</th>
            </tr>
          </thead>
          <tbody>
            {placed.map(({ team, project, rank, isByHand }) => (
              <tr key={team}>
                <th scope="row">
                  <TeamLink id={team} name={names.team(team)} />
                </th>
                <td dir="auto">{names.project(project!)}</td>
                <td>
                  <span class="row">
                    {rank !== null && <span class={rank === 1 ? 'badge badge-open' : 'badge'}>{t('rounds.draft.rank', { rank })}</span>}
                    {isByHand && <span class="badge badge-active">{t('rounds.draft.byHand')}</span>}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
