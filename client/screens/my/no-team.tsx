import { useState } from 'preact/hooks'
import { paths } from '#client/routes.ts'
import { AskDialog } from '#client/screens/teams/ask-dialog.tsx'
import { CodeDialog } from '#client/screens/teams/code-dialog.tsx'
import { OwnRequests, useOwnRequests } from '#client/screens/teams/own-requests.tsx'
import { useReceived } from '#client/screens/teams/received.tsx'
import { TeamCard } from '#client/screens/teams/team-card.tsx'
import { t } from '#client/texts.ts'
import { type LookingTeam, listSuggestedTeams } from '#contract/joining.ts'
import type { JoinRequest } from '#contract/team.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'

/** Teams that look for what the person offers; nothing when there are none. */
function Suggested({ requests }: { requests: JoinRequest[] }) {
  const { answer } = useCall(listSuggestedTeams, undefined, { isPrivate: true })
  const [asked, setAsked] = useState<LookingTeam | null>(null)
  const received = useReceived()
  const teams = (answer?.teams ?? []).filter(({ id }) => !received.some(({ team }) => team.id === id)) // those are above
  if (teams.length === 0) return null
  return (
    <section aria-labelledby="suggested" class="team-part">
      <h2 id="suggested">{t('teams.fitting')}</h2>
      <ul class="bare team-cards">
        {teams.map((team) => (
          <TeamCard
            key={team.id}
            team={team}
            level={3}
            request={requests.find((one) => one.team.id === team.id && one.status === 'open')}
            onAsk={setAsked}
          />
        ))}
      </ul>
      <AskDialog team={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

/** Of a person without a team, where members form teams: three ways into one. */
export function NoTeam() {
  const [isOpen, setIsOpen] = useState(false)
  const requests = useOwnRequests()
  return (
    <>
      <Empty
        icon="team"
        title={t('my.noTeam')}
        action={
          <>
            <ButtonLink icon="plus" to={paths.makeTeam}>
              {t('teams.make')}
            </ButtonLink>
            <ButtonLink look="soft" icon="search" to={paths.findTeam}>
              {t('teams.find')}
            </ButtonLink>
            <Button look="plain" icon="mail" onClick={() => setIsOpen(true)}>
              {t('teams.have')}
            </Button>
          </>
        }
      >
        {t('my.noTeam.make')}
      </Empty>
      <OwnRequests requests={requests} />
      <Suggested requests={requests} />
      <CodeDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
