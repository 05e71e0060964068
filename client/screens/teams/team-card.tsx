import { Link } from 'wouter-preact'
import { onlineOnly } from '#client/parts/online-only.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { LookingTeam, RoleMatch } from '#contract/joining.ts'
import type { JoinRequest } from '#contract/team.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CancelRequest, statusOf } from './own-requests.tsx'
import { nameOf, RoleChips } from './parts.tsx'
import { useReceived } from './received.tsx'

// The words are named when they are not the name of the role itself.
const matchText = (match: RoleMatch): string => {
  const role = nameOf(match)
  const words = match.words.filter((word) => word !== match.role && word !== match.roleRu)
  return words.length > 0 ? t('find.fitsWords', { role, words: words.join(', ') }) : role
}

export const Fits = ({ matches }: { matches: RoleMatch[] }) => (
  <p class="fits">
    <Icon name="spark" size={18} />
    <span>{t('find.fits', { roles: matches.map(matchText).join(', ') })}</span>
  </p>
)

type Props = { team: LookingTeam; level: 2 | 3; request?: JoinRequest; onAsk(team: LookingTeam): void }

/** A team that looks for people: what it misses comes first. */
export function TeamCard({ team, level, request, onAsk }: Props) {
  const Heading = `h${level}` as 'h2'
  const { id, name, description, size, mostMembers, missingRoles, matches, code, why } = team
  const isWaiting = request?.status === 'open'
  const isInvited = useReceived().some((one) => one.team.id === id)
  return (
    <li class="team-card">
      {missingRoles.length > 0 ? (
        <RoleChips roles={missingRoles} matches={matches} label={t('find.missing')} />
      ) : (
        <p class="soft">{t('find.anyone')}</p>
      )}
      <Heading dir="auto">
        <Link href={pathTo('team', { id })}>{name}</Link>
      </Heading>
      {matches.length > 0 && <Fits matches={matches} />}
      {description && (
        <p class="team-card-text" dir="auto">
          {description}
        </p>
      )}
      <p class="soft">{t('team.size', { count: size, most: mostMembers })}</p>
      {isInvited ? (
        <ButtonLink look="soft" to={pathTo('team', { id })}>
          {t('code.open')}
        </ButtonLink>
      ) : isWaiting ? (
        <>
          <p>
            <span class="badge badge-submitted">{statusOf(request)}</span>
          </p>
          <CancelRequest request={request} />
        </>
      ) : code !== null ? (
        <p class="soft">{why}</p>
      ) : (
        <Button look="soft" aria-label={t('find.askOf', { team: name })} {...onlineOnly()} onClick={() => onAsk(team)}>
          {t('find.ask')}
        </Button>
      )}
    </li>
  )
}
