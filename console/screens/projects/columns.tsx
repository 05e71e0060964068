import { Link } from 'wouter-preact'
import { StatusBadge } from '#console/parts/status-badge.tsx'
import type { Column } from '#console/parts/table/column.ts'
import { When } from '#console/parts/when.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ListedProject } from '#contract/console/project.ts'
import { fieldText } from '#ui/field-texts.ts'
import { count } from '#ui/time/format.ts'
import { ChoiceCell, DateCell, PlacesCell } from './edit-cell.tsx'

const none = <span class="soft">–</span>

const responsibleOf = ({ responsibleCurator, curator }: ListedProject): string | null => responsibleCurator?.name ?? curator

const Name = ({ project }: { project: ListedProject }) => (
  <>
    <Link class="projects-name" href={pathTo('project', { id: project.id })} dir="auto">
      {project.name}
    </Link>
    {(project.client || responsibleOf(project)) && (
      <small class="soft" dir="auto">
        {[project.client, responsibleOf(project)].filter(Boolean).join(' · ')}
      </small>
    )}
  </>
)

const State = ({ project }: { project: ListedProject }) => (
  <span class="projects-badges">
    <span class={`badge badge-${project.state}`}>{t(`state.${project.state}`)}</span>
    <StatusBadge project={project} />
  </span>
)

const Waiting = ({ project: { slug, name, requestsWaiting } }: { project: ListedProject }) =>
  requestsWaiting > 0 ? (
    <Link
      class="projects-waiting"
      href={pathTo('requests', {}, { project: slug })}
      aria-label={t('projects.waitingFor', { count: requestsWaiting, name })}
    >
      {count(requestsWaiting)}
    </Link>
  ) : (
    <span class="soft">0</span>
  )

export const projectColumns = (): Column<ListedProject>[] => [
  { key: 'name', name: t('projects.one'), cell: (project) => <Name project={project} /> },
  { key: 'state', name: t('projects.state'), cell: (project) => <State project={project} /> },
  {
    key: 'opens',
    name: t('table.opens'),
    isOptional: true,
    cell: (project) => <DateCell project={project} field="enrollmentStart" />,
  },
  { key: 'closes', name: t('table.closes'), cell: (project) => <DateCell project={project} field="enrollmentEnd" /> },
  { key: 'start', name: t('table.start'), cell: (project) => <DateCell project={project} field="dateStart" /> },
  { key: 'end', name: t('table.end'), cell: (project) => <DateCell project={project} field="dateEnd" /> },
  { key: 'places', name: t('projects.places'), isFigure: true, cell: (project) => <PlacesCell project={project} /> },
  {
    key: 'format',
    name: fieldText('workFormat'),
    isOptional: true,
    cell: (project) => <ChoiceCell project={project} field="workFormat" />,
  },
  { key: 'waiting', name: t('projects.applications'), isFigure: true, cell: (project) => <Waiting project={project} /> },
  {
    key: 'saved',
    name: t('projects.saved'),
    isFigure: true,
    isOptional: true,
    cell: ({ savedCount }) => (savedCount > 0 ? count(savedCount) : <span class="soft">0</span>),
  },
  { key: 'curator', name: t('projects.curator'), isOptional: true, cell: (project) => responsibleOf(project) ?? none },
  { key: 'client', name: t('projects.client'), isOptional: true, cell: ({ client }) => client ?? none },
  {
    key: 'changed',
    name: t('projects.changed'),
    className: 'projects-when',
    cell: ({ updatedAt }) => <When at={updatedAt} />,
  },
]
