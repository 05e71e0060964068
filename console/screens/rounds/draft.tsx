import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleRound, RoundDraft, RoundTeam } from '#contract/console/round.ts'
import { Loading } from '#ui/states.tsx'
import { count, list, moment } from '#ui/time/format.ts'
import { projectNamesOf } from './labels.tsx'
import { useTeams } from './use-teams.ts'

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

const placedColumns = (projectName: (slug: string) => string): Column<RoundTeam>[] => [
  { key: 'team', name: t('rounds.draft.team'), cell: ({ team, name }) => <TeamLink id={team} name={name} /> },
  { key: 'project', name: t('rounds.draft.project'), dir: 'auto', isWide: true, cell: ({ placed }) => placed && projectName(placed) },
  {
    key: 'choice',
    name: t('rounds.draft.choice'),
    isWide: true,
    cell: ({ choices, lock, placed }) => {
      const rank = choices.find(({ project }) => project === placed)?.rank
      return (
        <span class="row">
          {rank !== undefined && <span class={rank === 1 ? 'badge badge-open' : 'badge'}>{t('rounds.draft.rank', { rank })}</span>}
          {lock && <span class="badge badge-active">{t('rounds.draft.byHand')}</span>}
        </span>
      )
    },
  },
]

type Found = ReturnType<typeof useTeams>

/** The teams of one list, once they have been read. */
function Read({ found, children }: { found: Found; children: (answer: NonNullable<Found['answer']>) => ComponentChildren }) {
  if (found.answer) return <>{children(found.answer)}</>
  return found.error ? <PageProblem error={found.error} onRetry={found.retry} /> : <Loading lines={2} />
}

/** The result that publishing would give; teams without a place first. */
export function Draft({ round, draft }: { round: ConsoleRound; draft: RoundDraft }) {
  const projectName = projectNamesOf(round)
  const [unplacedPage, setUnplacedPage] = useState(1)
  const [placedPage, setPlacedPage] = useState(1)
  const unplaced = useTeams(round, { has: 'no-place', page: String(unplacedPage) })
  const placed = useTeams(round, { has: 'place', page: String(placedPage), pageSize: '50' })
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
      {draft.unplaced === 0 ? (
        <p class="soft">{t('rounds.draft.unplaced.none')}</p>
      ) : (
        <Read found={unplaced}>
          {({ teams, ...pages }) => (
            <>
              <ul class="bare round-unplaced">
                {teams.map(({ team, name, choices }) => (
                  <li key={team}>
                    <TeamLink id={team} name={name} />
                    <small class="soft">
                      {t('rounds.draft.named', { projects: list(choices.map(({ project }) => projectName(project))) })}
                    </small>
                  </li>
                ))}
              </ul>
              <Pager {...pages} name={t('rounds.draft.unplaced')} onPage={setUnplacedPage} />
            </>
          )}
        </Read>
      )}
      <h3>{t('rounds.draft.placed')}</h3>
      <Read found={placed}>
        {({ teams, ...pages }) => (
          <>
            <Table label={t('rounds.draft.placed')} columns={placedColumns(projectName)} rows={teams} keyOf={({ team }) => team} hasCards />
            <Pager {...pages} name={t('rounds.draft.placed')} onPage={setPlacedPage} />
          </>
        )}
      </Read>
    </section>
  )
}
