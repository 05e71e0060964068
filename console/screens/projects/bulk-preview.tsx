import { choiceName, fieldName } from '#console/parts/field/field-name.ts'
import { t } from '#console/texts.ts'
import type { ProjectState } from '#contract/console/project.ts'
import type { BulkReport, BulkResult } from '#contract/console/project-bulk.ts'
import { day, list } from '#ui/time/format.ts'

const MOST = 50

function valueText(key: string, value: string | null): string {
  if (value === null) return t('notSet')
  const choice = choiceName(key, value)
  if (choice !== null) return choice
  if (key === 'state') return t(`state.${value as ProjectState}`)
  return key.startsWith('date') || key.startsWith('enrollment') ? day(value) : value
}

const Line = ({ project: { name, changes, endedTeams, reason } }: { project: BulkResult }) => (
  <li>
    <strong dir="auto">{name}</strong>
    {reason && <small class="bulk-reason">{reason}</small>}
    {changes.map(({ key, before, after }) => (
      <small class="soft" key={key}>
        {fieldName(key)}: <span dir="auto">{valueText(key, before)}</span> → <span dir="auto">{valueText(key, after)}</span>
      </small>
    ))}
    {endedTeams.length > 0 && (
      <small class="bulk-reason" dir="auto">
        {t('projects.teamsFinish', { count: endedTeams.length })} {list(endedTeams.map((team) => team.name))}
      </small>
    )}
  </li>
)

function Group({ title, projects }: { title: string; projects: BulkResult[] }) {
  if (projects.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="bare bulk-lines">
        {projects.slice(0, MOST).map((project) => (
          <Line key={project.id} project={project} />
        ))}
      </ul>
      {projects.length > MOST && <p class="soft">{t('bulk.more', { count: projects.length - MOST })}</p>}
    </section>
  )
}

/** What a change does to each project, those that cannot be changed first. */
export function BulkPreview({ report: { projects, counts } }: { report: BulkReport }) {
  const of = (outcome: BulkResult['outcome']) => projects.filter((project) => project.outcome === outcome)
  const ended = projects.reduce((sum, { endedTeams }) => sum + endedTeams.length, 0)
  return (
    <div class="stack" role="status">
      {ended > 0 && (
        <p>
          <strong>{t('bulk.teamsEnd', { count: ended })}</strong>
        </p>
      )}
      <Group title={t('bulk.refused', { count: counts.refused })} projects={of('refused')} />
      <Group title={t('bulk.changed', { count: counts.changed })} projects={of('changed')} />
      {counts.same > 0 && <p class="soft">{t('bulk.same', { count: counts.same })}</p>}
      {counts.changed > 0 && <p class="soft">{t('bulk.undoHint')}</p>}
    </div>
  )
}
