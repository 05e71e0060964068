import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleTeam, deleteTeam } from '#contract/console/team.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'

/** Only for a team that never had a project or an application. */
export function RemoveTeam({ team }: { team: ConsoleTeam }) {
  const [isOpen, setIsOpen] = useState(false)
  const { act, isBusy, error } = useAct()
  const [, go] = useLocation()
  if (team.history.length > 0 || team.requests.length > 0) return null
  const remove = () =>
    act(async () => {
      await call(deleteTeam, { params: { id: String(team.id) } })
      tell(t('teams.wasRemoved', { name: team.name }))
      go(paths.teams) // before the refresh: this team no longer exists
    })
  return (
    <div class="row">
      <Button look="danger" icon="remove" onClick={() => setIsOpen(true)}>
        {t('teams.remove')}
      </Button>
      <Confirm
        title={t('teams.remove.title', { name: team.name })}
        isOpen={isOpen}
        isBusy={isBusy}
        error={error}
        yes={t('teams.remove')}
        isDangerous
        onYes={() => void remove()}
        onClose={() => setIsOpen(false)}
      >
        <p>{t('teams.remove.text')}</p>
      </Confirm>
    </div>
  )
}
