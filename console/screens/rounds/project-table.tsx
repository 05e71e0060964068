import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ConsoleRound, RoundProject } from '#contract/console/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { count } from '#ui/time/format.ts'
import { placesText } from './labels.tsx'

const columns = ['places', 'wanted', 'wantedFirst'] as const

const Row = ({ project, isRanked }: { project: RoundProject; isRanked: boolean }) => (
  <tr>
    <th scope="row">
      <Link href={pathTo('project', { id: project.id })} dir="auto">
        {project.name}
      </Link>{' '}
      {!project.isPublished && (
        <span class="badge badge-draft" title={t('rounds.project.unpublished.hint')}>
          {t('rounds.project.unpublished')}
        </span>
      )}
    </th>
    <td class="figure" data-label={t('rounds.project.places')}>
      {placesText(project.places)}
    </td>
    {isRanked && (
      <>
        <td class="figure" data-label={t('rounds.project.wanted')}>
          {count(project.wanted)}
        </td>
        <td class="figure" data-label={t('rounds.project.wantedFirst')}>
          {count(project.wantedFirst)}
        </td>
      </>
    )}
  </tr>
)

export function ProjectTable({ round }: { round: ConsoleRound }) {
  const { id, mode, projects } = round
  const shown = mode === 'ranked' ? columns : columns.slice(0, 1)
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section class="data-table card-rows round-projects" aria-label={t('rounds.projects')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rounds.project.column')}</th>
              {shown.map((column) => (
                <th key={column} scope="col" class="figure">
                  {t(`rounds.project.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <Row key={project.id} project={project} isRanked={mode === 'ranked'} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
