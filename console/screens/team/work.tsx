import { useEffect, useState } from 'preact/hooks'
import { Confirm } from '#console/parts/confirm.tsx'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { useEditing } from '#console/parts/edit/editing.ts'
import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { Button } from '#ui/button.tsx'
import { reasonOf } from '#ui/states.tsx'
import { endingOf } from './ending.ts'
import { work } from './kinds.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ProjectLine } from './project-line.tsx'
import { UndoMove } from './undo-move.tsx'
import { WhoIsTold } from './who-is-told.tsx'

export function Work({ team }: { team: ConsoleTeam }) {
  const [open, setOpen] = useState<'move' | 'end' | null>(null)
  const editing = useEditing(team, work)
  const { isBusy, error } = editing
  const { project } = team
  const begin = (what: typeof open) => {
    editing.takeTheirs()
    if (what === 'end') editing.set({ project: null })
    setOpen(what)
  }
  const close = () => begin(null)
  // Somebody else has already ended the work.
  useEffect(() => {
    if (open === 'end' && !project) close()
  }, [project])
  const move = async (done: string) => {
    if (await editing.save(done)) close()
  }
  const fault = error ? reasonOf(error).detail : null
  // Theirs is already shown on the page behind the dialog.
  const conflict = <EditConflict editing={{ ...editing, takeTheirs: close }} nameOf={(key) => t(`teams.${key}`)} />
  return (
    <section class="card stack" aria-labelledby="work">
      <h2 id="work">{t('teams.project')}</h2>
      {project ? <ProjectLine project={project} /> : <p class="soft">{t('teams.project.none')}</p>}
      <UndoMove team={team} />
      <div class="row">
        <Button look="soft" onClick={() => begin('move')}>
          {t(project ? 'teams.project.change' : 'teams.project.give')}
        </Button>
        {project && (
          <Button look="plain" onClick={() => begin('end')}>
            {t('teams.project.end')}
          </Button>
        )}
      </div>
      <MoveDialog
        team={team}
        isOpen={open === 'move'}
        isBusy={isBusy}
        slug={editing.isDirty ? editing.form.project : null}
        fault={fault}
        conflict={conflict}
        onChoose={(project) => editing.set({ project })}
        onMove={(project) => void move(t('teams.moved', { team: team.name, project }))}
        onClose={close}
      />
      <Confirm
        title={t('teams.end.title', { project: project?.name ?? '' })}
        isOpen={open === 'end' && project !== null}
        isBusy={isBusy}
        yes={t('teams.end.yes')}
        isDangerous
        onYes={() => void move(t('teams.ended', { team: team.name }))}
        onClose={close}
      >
        {conflict}
        {project && <p dir="auto">{endingOf(project)}</p>}
        <WhoIsTold members={team.members} />
        {fault && (
          <p class="field-fault" role="alert">
            {fault}
          </p>
        )}
      </Confirm>
    </section>
  )
}
