import { onlineOnly } from '#client/parts/online-only.ts'
import { useRestoredFocus } from '#client/parts/restored-focus.ts'
import { t } from '#client/texts.ts'
import { endInvitation } from '#contract/invitation.ts'
import type { TeamPage } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { deadline } from '#ui/time/format.ts'

/** Links and invitations of people that are open, for team admins; nothing when there are none. */
export function SentInvitations({ team: { id, links, invited } }: { team: TeamPage }) {
  const { act, error } = useAct()
  const { box, heading } = useRestoredFocus<HTMLElement>()
  if (links.length + invited.length === 0) return null
  const end = (query: { link: string } | { invited: string }) =>
    act(() => call(endInvitation, { params: { id: String(id) }, query }), {
      done: t('link' in query ? 'team.linkEnded' : 'team.invitationEnded'),
    })
  return (
    <section aria-labelledby="invitations" class="team-part" ref={box}>
      <h2 id="invitations" ref={heading} tabIndex={-1}>
        {t('team.sentInvitations')}
      </h2>
      <ul class="rows">
        {links.map((link) => (
          <li key={link.id} class="member">
            <Icon name="link" />
            <div>
              <p dir="auto">{link.createdBy === null ? t('team.linkBy') : t('team.link', { name: link.createdBy })}</p>
              <p class="soft">{t('team.link.uses', { uses: link.uses, most: link.mostUses, day: deadline(link.expiresAt) })}</p>
            </div>
            <IconButton icon="close" name={t('team.endLink')} {...onlineOnly()} onClick={() => void end({ link: String(link.id) })} />
          </li>
        ))}
        {invited.map((one) => (
          <li key={`person ${one.id}`} class="member">
            <Avatar name={one.name} src={one.avatar} />
            <div>
              <p dir="auto">{one.name}</p>
              <p class="soft">{t('team.invited.until', { day: deadline(one.expiresAt) })}</p>
            </div>
            <IconButton
              icon="close"
              name={t('team.endInvitation', { name: one.name })}
              {...onlineOnly()}
              onClick={() => void end({ invited: String(one.id) })}
            />
          </li>
        ))}
      </ul>
      <ErrorMessage of={error} />
    </section>
  )
}
