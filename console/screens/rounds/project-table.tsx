import { Link } from 'wouter-preact'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleRound, RoundProject } from '#contract/console/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { count } from '#ui/time/format.ts'
import { placesText } from './labels.tsx'

const columns = (isRanked: boolean): Column<RoundProject>[] => [
  {
    key: 'name',
    name: t('rounds.project.column'),
    cell: ({ id, name, isPublished }) => (
      <>
        <Link href={pathTo('project', { id })} dir="auto">
          {name}
        </Link>{' '}
        {!isPublished && (
          <span class="badge badge-draft" title={t('rounds.project.unpublished.hint')}>
            {t('rounds.project.unpublished')}
          </span>
        )}
      </>
    ),
  },
  { key: 'places', name: t('rounds.project.places'), isFigure: true, cell: ({ places }) => placesText(places) },
  ...(isRanked ? (['wanted', 'wantedFirst'] as const) : []).map(
    (key): Column<RoundProject> => ({ key, name: t(`rounds.project.${key}`), isFigure: true, cell: (project) => count(project[key]) }),
  ),
]

export function ProjectTable({ round }: { round: ConsoleRound }) {
  const { id, mode, projects } = round
  if (projects.length === 0)
    return (
      <section class="card stack" aria-labelledby="projects">
        <h2 id="projects">{t('rounds.projects')}</h2>
        <p class="soft">{t('rounds.projects.none')}</p>
        <div class="row">
          <ButtonLink look="soft" to={pathTo('editRound', { id })}>
            {t('rounds.edit')}
          </ButtonLink>
        </div>
      </section>
    )
  return (
    <div class="stack">
      <h2>{t('rounds.projects')}</h2>
      <Table label={t('rounds.projects')} columns={columns(mode === 'ranked')} rows={projects} keyOf={({ id }) => id} hasCards />
    </div>
  )
}
