import { ChoiceOptions } from '#console/parts/field/choice-options.tsx'
import { CuratorChoice } from '#console/parts/field/curator-choice.tsx'
import { t } from '#console/texts.ts'
import type { ConsoleProject } from '#contract/console/project.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { proposeSlug } from '#rules/text/slug.ts'
import { fieldText } from '#ui/field-texts.ts'
import { Field, Select, TextArea } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { serverConfig } from '#ui/server/server-config.ts'
import type { Editing } from './project-form.ts'

/** The responsible curator of the edited project. */
const CuratorField = ({ editing: { form, set, faults } }: { editing: Editing }) => (
  <CuratorChoice
    hint={t('projects.responsibleHint')}
    fault={faults.responsibleCurator}
    chosen={form.responsibleCurator}
    onChoose={(responsibleCurator) => set({ responsibleCurator })}
  />
)

export const addressOf = (slug: string): string => `${serverConfig.origin}/project/${slug}`

function Address({ editing, project }: { editing: Editing; project: ConsoleProject | null }) {
  const { form, base, set, faults } = editing
  const isUnchanged = project !== null && form.name === base.name && base.slug === null
  const slug = form.slug ?? (isUnchanged ? project.slug : form.name.trim() === '' ? '' : proposeSlug(form.name))
  const mayFollow = !project?.publishedAt || form.slug !== base.slug
  const isRenamed = project !== null && project.publishedAt !== null && slug !== project.slug
  return (
    <div class="stack editor-address">
      <Field
        label={t('projects.slug')}
        value={slug}
        maxLength={80}
        spellcheck={false}
        autocapitalize="none"
        autocomplete="off"
        dir="ltr"
        fault={faults.slug}
        hint={
          <>
            {slug !== '' && (
              <bdi dir="ltr" class="editor-url">
                {addressOf(slug)}
              </bdi>
            )}
            {form.slug === null && t('projects.slugFollows')}
          </>
        }
        onInput={(event) => set({ slug: event.currentTarget.value.toLowerCase().replace(/[\s_]+/g, '-') })}
      />
      {form.slug !== null && form.slug !== proposeSlug(form.name) && mayFollow && (
        <button type="button" class="editor-link" onClick={() => set({ slug: null })}>
          {t('projects.slugFromName')}
        </button>
      )}
      {isRenamed && (
        <p class="editor-note" role="status">
          <Icon name="info" size={20} /> <span>{t('projects.renamed', { old: addressOf(project.slug) })}</span>
        </p>
      )}
      {project && project.formerSlugs.length > 0 && (
        <p class="field-hint">
          {t('projects.former')} <bdi dir="ltr">{project.formerSlugs.join(', ')}</bdi>
        </p>
      )}
    </div>
  )
}

export function Basics({ editing, project }: { editing: Editing; project: ConsoleProject | null }) {
  const { form, set, faults } = editing
  return (
    <section class="card stack">
      <h2>{t('projects.basics')}</h2>
      <Field
        label={t('projects.name')}
        value={form.name}
        maxLength={200}
        required
        dir="auto"
        fault={faults.name}
        onInput={(event) => set({ name: event.currentTarget.value })}
      />
      <Address editing={editing} project={project} />
      <TextArea
        label={t('projects.shortDescription')}
        hint={t('projects.shortHint')}
        rows={2}
        value={form.shortDescription}
        maxLength={500}
        dir="auto"
        fault={faults.shortDescription}
        onInput={(event) => set({ shortDescription: event.currentTarget.value })}
      />
      {choiceKeys.map((key) => (
        <Select
          key={key}
          label={fieldText(key)}
          value={form[key]}
          fault={faults[key]}
          onChange={(event) => set({ [key]: event.currentTarget.value })}
        >
          <ChoiceOptions field={key} />
        </Select>
      ))}
    </section>
  )
}

export function People({ editing }: { editing: Editing }) {
  const { form, set, faults } = editing
  return (
    <section class="card stack">
      <h2>{t('projects.people')}</h2>
      <CuratorField editing={editing} />
      <div class="editor-pair">
        {(['curator', 'client'] as const).map((key) => (
          <Field
            key={key}
            label={t(`projects.${key}`)}
            value={form[key]}
            maxLength={200}
            dir="auto"
            fault={faults[key]}
            onInput={(event) => set({ [key]: event.currentTarget.value })}
          />
        ))}
      </div>
      <TextArea
        label={t('projects.clientContact')}
        hint={t('projects.contactHint')}
        rows={2}
        value={form.clientContact}
        maxLength={500}
        dir="auto"
        fault={faults.clientContact}
        onInput={(event) => set({ clientContact: event.currentTarget.value })}
      />
    </section>
  )
}
