import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { Section } from '#client/screens/project/sections.tsx'
import { t } from '#client/texts.ts'
import { listTeamFits, type OwnTeamFit, type TeamFit } from '#contract/joining.ts'
import { getProjectStatusOf } from '#contract/profile.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { nameOf } from './parts.tsx'

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

function TeamRow({ id, name, isAdministrator, fit }: OwnTeamFit) {
  const isWhole = fit.missing.length === 0
  return (
    <li class="fit">
      <p class="fit-head">
        <Icon name={isWhole ? 'check' : 'users'} size={20} />
        <strong dir="auto">
          {isWhole ? t('fit.all', { team: name }) : t('fit.covers', { team: name, covered: fit.covered, count: fit.wanted })}
        </strong>
      </p>
      <progress class="progress" value={fit.covered} max={fit.wanted} aria-hidden="true" />
      {!isWhole && (
        <>
          <p id={`missing-${id}`}>{t('fit.missing')}</p>
          <ul class="bare fit-missing" aria-labelledby={`missing-${id}`}>
            {fit.missing.map((one) => (
              <li key={one.role}>
                <bdi>{nameOf(one)}</bdi>
                {one.count > 1 && ` × ${one.count}`}
                <small class="soft">{one.openPeople > 0 ? t('fit.people', { count: one.openPeople }) : t('fit.nobody')}</small>
              </li>
            ))}
          </ul>
          {isAdministrator && fit.missing.some(({ openPeople }) => openPeople > 0) && (
            <p>
              <Link href={`${pathTo('team', { id })}#members`}>{t('fit.findPeople')}</Link>
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
  const input = { params: { slug } }
  const status = useCall(getProjectStatusOf, input, { isPrivate: true }).answer // which the next step reads
  const fits = useCall(listTeamFits, input, { isPrivate: true, isOn: !!status?.teams.length }).answer?.teams ?? []
  const teams = fits.filter(({ fit }) => fit.wanted > 0)
  if (teams.length === 0) return null
  return (
    <Section title={t('fit.title')}>
      <ul class="bare fits-list">
        {teams.map((team) => (
          <TeamRow key={team.id} {...team} />
        ))}
      </ul>
    </Section>
  )
}
