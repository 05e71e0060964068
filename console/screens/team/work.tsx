import { useState } from 'preact/hooks'
import { useAct } from '#console/parts/act.ts'
import { Confirm } from '#console/parts/confirm.tsx'
import { t } from '#console/texts/index.ts'
import { type FormedTeam, moveTeam } from '#contract/console/team.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { reasonOf } from '#ui/states.tsx'
import { endingOf } from './ending.ts'
import { MoveSheet } from './move-sheet.tsx'
import { ProjectLine } from './project-line.tsx'

export function Work({ team }: { team: FormedTeam }) {
  const [open, setOpen] = useState<'move' | 'end' | null>(null)
  const { act, isBusy, error, clear } = useAct()
  const { project } = team
  const close = () => {
    setOpen(null)
    clear()
  }
  const move = async (slug: string | null, done: string) => {
    const moved = await act(() => call(moveTeam, { params: { id: String(team.id) }, body: { project: slug } }), { done, isQuiet: true })
    if (moved) close()
  }
  const fault = error ? reasonOf(error).detail : null
  return (
    <section class="card stack" aria-labelledby="work">
      <h2 id="work">{t('teams.project')}</h2>
      {project ? <ProjectLine project={project} /> : <p class="soft">{t('teams.project.none')}</p>}
      <div class="row">
        <Button look="soft" onClick={() => setOpen('move')}>
          {t(project ? 'teams.project.change' : 'teams.project.give')}
        </Button>
        {project && (
          <Button look="plain" onClick={() => setOpen('end')}>
            {t('teams.project.end')}
          </Button>
        )}
      </div>
      <MoveSheet
        team={team}
        isOpen={open === 'move'}
        isBusy={isBusy}
        fault={fault}
        onMove={({ slug, name }) => void move(slug, t('teams.moved', { team: team.name, project: name }))}
        onClose={close}
      />
      <Confirm
        title={t('teams.end.title', { project: project?.name ?? '' })}
        isOpen={open === 'end' && project !== null}
        isBusy={isBusy}
        yes={t('teams.end.yes')}
        isDangerous
        onYes={() => void move(null, t('teams.ended', { team: team.name }))}
        onClose={close}
      >
        {project && <p dir="auto">{endingOf(project)}</p>}
        {fault && (
          <p class="field-fault" role="alert">
            {fault}
          </p>
        )}
      </Confirm>
    </section>
  )
}
