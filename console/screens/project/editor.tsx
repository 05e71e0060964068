import { useLocation } from 'wouter-preact'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { fieldName } from '#console/parts/field/field-name.ts'
import { WantedRoles } from '#console/parts/field/wanted-roles.tsx'
import { Notes } from '#console/parts/notes/notes.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleProject } from '#contract/console/project.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { isOnline } from '#ui/server/online.ts'
import { reasonOf } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Basics, People } from './basics.tsx'
import { CoverCard } from './cover.tsx'
import { wrongDate } from './date-hints.ts'
import { Dates } from './dates.tsx'
import { Description } from './description.tsx'
import { DescriptionFiles } from './files.tsx'
import { Lines } from './lines.tsx'
import { type Editing, projectForm } from './project-form.ts'
import { RelatedProjects } from './related.tsx'
import { Results, Teams } from './results.tsx'
import { StateCard } from './state.tsx'
import { Tags } from './tags.tsx'

function SaveBar({ editing, isNew }: { editing: Editing; isNew: boolean }) {
  const { isDirty, isBusy, error, faults, form, revert } = editing
  return (
    <div class="editor-save">
      {error ? (
        <ErrorMessage of={faults[''] ?? reasonOf(error).title} />
      ) : (
        <p class="soft" role="status">
          {isDirty ? t('projects.unsaved') : isNew ? t('projects.newHint') : t('projects.allSaved')}
        </p>
      )}
      <div class="row">
        {isDirty && !isNew && (
          <Button look="plain" onClick={revert}>
            {t('projects.revert')}
          </Button>
        )}
        <Button
          type="submit"
          isBusy={isBusy}
          disabled={!isDirty || !isOnline.value || wrongDate(form) !== null}
          title={isOnline.value ? undefined : t('onlyOnline')}
        >
          {isNew ? t('projects.create') : t('save')}
        </Button>
      </div>
    </div>
  )
}

export function Editor({ project }: { project: ConsoleProject | null }) {
  const [, go] = useLocation()
  const editing = useForm(project, projectForm)
  const { form, set, faults, error, isDirty } = editing
  const save = async () => {
    const saved = await editing.save(t(project ? 'saved' : 'projects.created'))
    if (saved && !project) go(pathTo('project', { id: saved.id }), { replace: true })
  }
  const lines = (key: 'developerRequirements' | 'projectRequirements') => (
    <Lines
      legend={t(`projects.${key}`)}
      hint={t(`projects.${key}Hint`)}
      lines={form[key]}
      fault={faults[key]}
      onChange={(next) => set({ [key]: next })}
    />
  )
  return (
    <>
      <Title
        text={project?.name ?? t('projects.new')}
        actions={
          <ButtonLink look="plain" icon="back" to={paths.projects}>
            {t('projects.toList')}
          </ButtonLink>
        }
      >
        {project ? <bdi>{project.name}</bdi> : t('projects.new')}
      </Title>
      <Unsaved isDirty={isDirty} />
      <Form class="editor" error={error} onSubmit={save}>
        <EditConflict editing={editing} nameOf={fieldName} />
        <div class="columns columns-main">
          <div class="stack">
            <Basics editing={editing} project={project} />
            <Description editing={editing} />
            <Dates editing={editing} project={project} />
            <People editing={editing} />
            <section class="card stack">
              <h2>{t('projects.requirements')}</h2>
              {lines('developerRequirements')}
              {lines('projectRequirements')}
            </section>
            <section class="card">
              <WantedRoles
                wantedRoles={editing.form.wantedRoles}
                hint={t('projects.wantedRolesHint')}
                fault={editing.faults.wantedRoles}
                onChange={(wantedRoles) => editing.set({ wantedRoles })}
              />
            </section>
          </div>
          <div class="stack">
            {project && <StateCard project={project} isDirty={isDirty} />}
            {project && <CoverCard project={project} editing={editing} />}
            {project && <Teams project={project} />}
            <Tags editing={editing} />
            <RelatedProjects editing={editing} project={project} />
            {project ? <DescriptionFiles project={project} /> : <p class="editor-note">{t('projects.filesLater')}</p>}
            {project && <Results project={project} />}
          </div>
        </div>
        <SaveBar editing={editing} isNew={project === null} />
      </Form>
      {project && <Notes on="project" id={project.id} />}
    </>
  )
}
