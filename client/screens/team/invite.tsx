import { useState } from 'preact/hooks'
import { InviteSheet } from '#client/parts/invite-sheet.tsx'
import { onlineOnly } from '#client/parts/online-only.ts'
import { PeopleDialog } from '#client/screens/teams/people-dialog.tsx'
import { t } from '#client/texts.ts'
import type { TeamPage } from '#contract/team.ts'
import { Button } from '#ui/button.tsx'

/** How full the team is, and for its admins the ways to invite. */
export function Invite({ team }: { team: TeamPage }) {
  const [open, setOpen] = useState<'link' | 'people' | null>(null)
  const { invite } = team.actions
  const close = () => setOpen(null)
  // Others cannot invite: nothing has to be explained to them.
  if (!team.own.isAdministrator || invite.code === 'teams_by_curators_only') return null
  return (
    <div class="below stack">
      {invite.isAllowed ? (
        <div class="row team-actions">
          <Button icon="qr" {...onlineOnly()} onClick={() => setOpen('link')}>
            {t('team.invite')}
          </Button>
          <Button look="soft" icon="search" {...onlineOnly()} onClick={() => setOpen('people')}>
            {t('team.people')}
          </Button>
        </div>
      ) : (
        team.disbanding === null && <p class="soft">{invite.why}</p> // the notice about disbanding says it
      )}
      <p class="soft">{t('team.size', { count: team.size, most: team.mostMembers })}</p>
      <InviteSheet team={team} isOpen={open === 'link'} onClose={close} />
      <PeopleDialog team={team} isOpen={open === 'people'} onClose={close} />
    </div>
  )
}
