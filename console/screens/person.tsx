import { useLocation } from 'wouter-preact'
import { useIsAdministrator } from '#console/parts/access.ts'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsolePerson, getPerson } from '#contract/console/person.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { errorInstead, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { PersonEdit } from './edit-person.tsx'
import { AccessForm } from './person/access.tsx'
import { AccessBadge, ClosedBadge } from './person/badges.tsx'
import { PossibleDuplicates } from './person/duplicates.tsx'
import { Facts, Identities, TeamLinks } from './person/facts.tsx'
import { DisableAccount, Sessions } from './person/sessions.tsx'
import { PersonTrouble } from './person/trouble.tsx'
import './person/person.css'

function PersonView({ person }: { person: ConsolePerson }) {
  const isYou = session.value.state === 'signed-in' && session.value.userId === person.id
  return (
    <>
      <p class="row person-badges">
        <AccessBadge access={person.access} />
        {person.isDisabled && <ClosedBadge />}
        {isYou && <span class="badge">{t('people.you')}</span>}
      </p>
      {person.isDisabled && <p class="offline">{t('people.isClosed')}</p>}
      <div class="columns columns-2">
        <div class="stack">
          <section class="card stack" aria-labelledby="access">
            <h2 id="access">{t('people.may')}</h2>
            <AccessForm person={person} isYou={isYou} />
          </section>
          <Sessions person={person} />
          {!person.isDisabled && <PossibleDuplicates person={person} />}
          {!isYou && <DisableAccount person={person} />}
        </div>
        <div class="stack">
          <section class="card stack" aria-labelledby="facts">
            <h2 id="facts">{t('people.facts')}</h2>
            <Facts person={person} />
            <div class="row">
              <ButtonLink look="soft" to={pathTo('editPerson', { id: person.id })}>
                {t('people.edit')}
              </ButtonLink>
            </div>
          </section>
          <section class="card stack" aria-labelledby="teams">
            <h2 id="teams">{t('people.teams')}</h2>
            <TeamLinks teams={person.teams} />
          </section>
          <section class="card stack" aria-labelledby="identities">
            <h2 id="identities">{t('people.identities')}</h2>
            <Identities identities={person.identities} />
          </section>
        </div>
      </div>
    </>
  )
}

/** Administrators see the whole account, curators names, email, group and teams. */
export function PersonPage({ id }: { id: number }) {
  return useIsAdministrator() ? <Account id={id} /> : <PersonEdit id={id} isAdministrator={false} />
}

function Account({ id }: { id: number }) {
  const found = useCall(getPerson, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const { answer, retry } = found
  const error = errorInstead(found)
  const [, go] = useLocation()
  const name = error ? undefined : answer?.name
  return (
    <>
      <Title back={{ name: t('people.toList'), go: () => go(paths.people) }} text={name ?? t('people.title')}>
        <span dir="auto">{name ?? t('people.title')}</span>
      </Title>
      {error ? <PersonTrouble error={error} onRetry={retry} /> : answer ? <PersonView person={answer} /> : <Loading lines={6} />}
    </>
  )
}
