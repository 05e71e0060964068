import { Link } from 'wouter-preact'
import { StatusBadge } from '#console/parts/status-badge.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ListedProject } from '#contract/console/project.ts'
import { ago, count, day, days, moment } from '#ui/format.ts'

function datesOf({ dateStart, dateEnd }: ListedProject): string {
  if (dateStart && dateEnd) return days(dateStart, dateEnd)
  if (dateStart) return t('projects.from', { day: day(dateStart) })
  return dateEnd ? t('projects.until', { day: day(dateEnd) }) : ''
}

const placesOf = ({ teamLimit, teamsWorking }: ListedProject): string =>
  teamLimit === null ? count(teamsWorking) : t('projects.placesOf', { taken: teamsWorking, limit: teamLimit })

const responsibleOf = ({ responsibleCurator, curator }: ListedProject): string | null => responsibleCurator?.name ?? curator

const Row = ({ project }: { project: ListedProject }) => (
  <tr>
    <th scope="row">
      <Link class="projects-name" href={pathTo('project', { id: project.id })} dir="auto">
        {project.name}
      </Link>
      {(project.client || responsibleOf(project)) && (
        <small class="soft" dir="auto">
          {[project.client, responsibleOf(project)].filter(Boolean).join(' · ')}
        </small>
      )}
    </th>
    <td>
      <span class="projects-badges">
        <span class={`badge badge-${project.state}`}>{t(`state.${project.state}`)}</span>
        <StatusBadge project={project} />
      </span>
    </td>
    <td class="projects-dates" data-label={t('projects.dates')}>
      {datesOf(project) || <span class="soft">{t('notSet')}</span>}
    </td>
    <td class="figure" data-label={t('projects.places')}>
      {placesOf(project)}
    </td>
    <td class="figure" data-label={t('projects.applications')}>
      {project.requestsWaiting > 0 ? (
        <Link
          class="projects-waiting"
          href={pathTo('requests', {}, { project: project.slug })}
          aria-label={t('projects.waitingFor', { count: project.requestsWaiting, name: project.name })}
        >
          {count(project.requestsWaiting)}
        </Link>
      ) : (
        <span class="soft">0</span>
      )}
    </td>
    <td class="figure" data-label={t('projects.saved')}>
      {project.savedCount > 0 ? count(project.savedCount) : <span class="soft">0</span>}
    </td>
    <td data-label={t('projects.changed')} class="projects-when">
      <time datetime={project.updatedAt} title={moment(project.updatedAt)}>
        {ago(project.updatedAt)}
      </time>
    </td>
  </tr>
)

export const ProjectTable = ({ projects }: { projects: ListedProject[] }) => (
  <div class="data-table card-rows projects-table">
    <table>
      <caption class="visually-hidden">{t('projects.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('projects.one')}</th>
          <th scope="col">{t('projects.state')}</th>
          <th scope="col">{t('projects.dates')}</th>
          <th scope="col" class="figure">
            {t('projects.places')}
          </th>
          <th scope="col" class="figure">
            {t('projects.applications')}
          </th>
          <th scope="col" class="figure">
            {t('projects.saved')}
          </th>
          <th scope="col">{t('projects.changed')}</th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <Row key={project.id} project={project} />
        ))}
      </tbody>
    </table>
  </div>
)
