import { useEffect, useState } from 'preact/hooks'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { useNow } from '#console/parts/now.ts'
import { t } from '#console/texts.ts'
import { type ConsoleTeam, undoMove } from '#contract/console/team.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { call } from '#ui/server/api.ts'
import { deadline } from '#ui/time/format.ts'
import { endingOf } from './ending.ts'
import { work } from './kinds.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ProjectLine } from './project-line.tsx'
import { WhoIsTold } from './who-is-told.tsx'

/** Undoes the last move of the team while that is possible. */
function UndoMove({ team: { id, name, undoMoveUntil } }: { team: ConsoleTeam }) {
  const { act, isBusy } = useAct({ isToast: true })
  const now = useNow(1000, undoMoveUntil !== null)
  if (undoMoveUntil === null || Date.parse(undoMoveUntil) <= now) return null
  const undo = () => act(() => call(undoMove, { params: { id: String(id) } }), { done: t('teams.move.undone', { team: name }) })
  return (
    <div class="row">
      <span class="soft">{t('teams.move.undoUntil', { time: deadline(undoMoveUntil) })}</span>
      <Button look="soft" isBusy={isBusy} onClick={() => void undo()}>
        {t('teams.move.undo')}
      </Button>
    </div>
  )
}

export function Work({ team }: { team: ConsoleTeam }) {
  const [open, setOpen] = useState<'move' | 'end' | null>(null)
  const editing = useForm(team, work)
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
        error={error}
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
        error={error}
        onYes={() => void move(t('teams.ended', { team: team.name }))}
        onClose={close}
      >
        {conflict}
        {project && <p dir="auto">{endingOf(project)}</p>}
        <WhoIsTold members={team.members} />
      </Confirm>
    </section>
  )
}
