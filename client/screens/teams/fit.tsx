import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { Section } from '#client/screens/project/sections.tsx'
import { t } from '#client/texts.ts'
import { getTeamFit, type TeamFit } from '#contract/joining.ts'
import { getProjectStatusOf } from '#contract/profile.ts'
import type { Team } from '#contract/user.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { nameOf } from './parts.tsx'

const MOST_TEAMS = 3

const Why = ({ fit }: { fit: TeamFit }) => (
  <details class="fit-why">
    <summary>{t('fit.why')}</summary>
    <ul class="bare">
      {fit.matches.map((match) => (
        <li key={match.role}>
          {t('fit.line', { role: nameOf(match), covered: match.covered, count: match.count })}
          {match.words.length > 0 && <small class="soft"> {t('fit.words', { words: match.words.join(', ') })}</small>}
        </li>
      ))}
    </ul>
    <p class="soft">{t('fit.advice')}</p>
  </details>
)

function TeamRow({ team, slug, isAdmin }: { team: Team; slug: string; isAdmin: boolean }) {
  const fit = useCall(getTeamFit, { params: { id: String(team.id), slug } }, { isPrivate: true }).answer
  if (!fit || fit.wanted === 0) return null
  const isWhole = fit.missing.length === 0
  return (
    <li class="fit">
      <p class="fit-head">
        <Icon name={isWhole ? 'check' : 'users'} size={20} />
        <strong dir="auto">
          {isWhole ? t('fit.all', { team: team.name }) : t('fit.covers', { team: team.name, covered: fit.covered, count: fit.wanted })}
        </strong>
      </p>
      <progress class="progress" value={fit.covered} max={fit.wanted} aria-hidden="true" />
      {!isWhole && (
        <>
          <p id={`missing-${team.id}`}>{t('fit.missing')}</p>
          <ul class="bare fit-missing" aria-labelledby={`missing-${team.id}`}>
            {fit.missing.map((one) => (
              <li key={one.role}>
                <bdi>{nameOf(one)}</bdi>
                {one.count > 1 && ` × ${one.count}`}
                <small class="soft">{one.openPeople > 0 ? t('fit.people', { count: one.openPeople }) : t('fit.nobody')}</small>
              </li>
            ))}
          </ul>
          {isAdmin && fit.missing.some(({ openPeople }) => openPeople > 0) && (
            <p>
              <Link href={`${pathTo('team', { id: team.id })}#members`}>{t('fit.findPeople')}</Link>
            </p>
          )}
        </>
      )}
      <Why fit={fit} />
    </li>
  )
}

/** How the person's teams cover the roles the project wants. Advice for members; nothing for others. */
export function Fit({ slug }: { slug: string }) {
  const { answer } = useCall(getProjectStatusOf, { params: { slug } }, { isPrivate: true })
  const who = session.value
  const teams = who.state === 'guest' ? [] : (answer?.teams ?? []).slice(0, MOST_TEAMS)
  if (teams.length === 0) return null
  return (
    <Section title={t('fit.title')}>
      <ul class="bare fits-list">
        {teams.map((team) => (
          <TeamRow key={team.id} team={team} slug={slug} isAdmin={who.state === 'signed-in' && team.administrators.includes(who.userId)} />
        ))}
      </ul>
    </Section>
  )
}
