import { useEffect, useState } from 'preact/hooks'
import { nameOf, Switch } from '#client/screens/teams/parts.tsx'
import { t } from '#client/texts.ts'
import { type TeamPage, updateOwnTeam } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'

/** Missing roles first, then those that the members cover. */
export const WantedList = ({ team: { wantedRoles, missingRoles } }: { team: Pick<TeamPage, 'wantedRoles' | 'missingRoles'> }) => {
  const covered = wantedRoles.filter(({ role }) => !missingRoles.some((one) => one.role === role))
  return (
    <ul class="bare row role-chips" aria-label={t('wanted.title')}>
      {missingRoles.map((one) => (
        <li key={one.role} class="role-chip">
          <bdi aria-hidden="true">{nameOf(one)}</bdi>
          {one.count > 1 && <span aria-hidden="true">× {one.count}</span>}
          <span class="visually-hidden">{t('wanted.missingOf', { role: nameOf(one), count: one.count })}</span>
        </li>
      ))}
      {covered.map((one) => (
        <li key={one.role} class="role-chip is-covered">
          <Icon name="check" size={16} />
          <bdi aria-hidden="true">{nameOf(one)}</bdi>
          <span class="visually-hidden">{t('wanted.covered', { role: nameOf(one) })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Whom the team looks for, and for team admins the switch that lists it among the teams that look for people. */
export function Wanted({ team }: { team: TeamPage }) {
  const { act, error } = useAct()
  const [chosen, setChosen] = useState<boolean | null>(null)
  useEffect(() => setChosen(null), [team.isLooking])
  const mayEdit = team.actions.edit.isAllowed
  if (!mayEdit && team.wantedRoles.length === 0) return null
  const isLooking = chosen ?? team.isLooking
  const change = async (next: boolean) => {
    setChosen(next)
    const isSaved = await act(() => call(updateOwnTeam, { params: { id: String(team.id) }, body: { isLooking: next } }))
    if (!isSaved) setChosen(null)
  }
  return (
    <section aria-labelledby="wanted" class="team-part">
      <h2 id="wanted" tabIndex={-1}>
        {t('wanted.title')}
      </h2>
      <div class="card stack">
        {team.wantedRoles.length > 0 ? <WantedList team={team} /> : <p class="soft">{t('wanted.none')}</p>}
        {mayEdit && (
          <Switch label={t('looking.switch')} hint={t(isLooking ? 'looking.on' : 'looking.off')} isOn={isLooking} onChange={change} />
        )}
        <ErrorMessage of={error} />
      </div>
    </section>
  )
}
