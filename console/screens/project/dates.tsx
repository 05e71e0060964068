import { t } from '#console/texts.ts'
import type { ConsoleProject } from '#contract/console/project.ts'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { meaningOf, wrongDate } from './date-hints.ts'
import type { Editing } from './project-form.ts'

const pairs = [
  ['enrollmentStart', 'enrollmentEnd'],
  ['dateStart', 'dateEnd'],
] as const

export function Dates({ editing, project }: { editing: Editing; project: ConsoleProject | null }) {
  const { form, set, faults } = editing
  const wrong = wrongDate(form)
  return (
    <section class="card stack">
      <h2>{t('projects.dates')}</h2>
      {pairs.map((pair) => (
        <div class="editor-pair" key={pair[0]}>
          {pair.map((key) => (
            <Field
              key={key}
              type="date"
              min="1900-01-01"
              max="9999-12-31"
              label={t(`projects.${key}`)}
              hint={t(`projects.${key}Hint`)}
              value={form[key]}
              fault={wrong?.key === key ? wrong.text : faults[key]}
              onInput={(event) => set({ [key]: event.currentTarget.value })}
            />
          ))}
        </div>
      ))}
      <Field
        type="number"
        min="0"
        max="1000"
        step="1"
        inputMode="numeric"
        label={t('projects.teamLimit')}
        hint={t('projects.teamLimitHint')}
        value={form.teamLimit}
        fault={faults.teamLimit}
        onInput={(event) => set({ teamLimit: event.currentTarget.value })}
      />
      {project && form.teamLimit !== '' && Number(form.teamLimit) < project.teamsWorking && (
        <p class="saved-note" role="status">
          <Icon name="warning" size={18} />
          {t('projects.limitBelow', { count: project.teamsWorking })}
        </p>
      )}
      {!wrong && (
        <p class="editor-meaning" role="status">
          <Icon name="calendar" size={20} />
          <span>
            {project?.state === 'published' ? t('projects.today') : t('projects.ifPublished')} {meaningOf(form, project)}
          </span>
        </p>
      )}
    </section>
  )
}
