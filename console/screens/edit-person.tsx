import { useLocation } from 'wouter-preact'
import { useIsAdministrator } from '#console/parts/access.ts'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getPersonData, type PersonData } from '#contract/console/person-edit.ts'
import { useCall } from '#ui/server/query.ts'
import { errorInstead, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { AccessBadge, ClosedBadge } from './person/badges.tsx'
import { Address, TeamLinks } from './person/facts.tsx'
import { PersonForm } from './person/person-form.tsx'
import { PersonTrouble } from './person/trouble.tsx'
import './person/person.css'

const nameOf = ({ surname, name, patronymic, login }: PersonData): string => [surname, name, patronymic].filter(Boolean).join(' ') || login

export function NewPerson() {
  const [, go] = useLocation()
  const isAdministrator = useIsAdministrator()
  return (
    <>
      <Title back={{ name: t('people.toList'), go: () => go(paths.people) }}>{t('people.new')}</Title>
      <div class="card narrow">
        <p class="soft">{t('people.new.text')}</p>
        {isAdministrator && <p class="soft">{t('people.new.access')}</p>}
        <PersonForm
          person={null}
          submit={t('people.new.add')}
          doneOf={({ surname, name }) => t('people.new.done', { name: [surname, name].filter(Boolean).join(' ').trim() })}
          onSaved={({ id }) => go(pathTo('person', { id }), { replace: true })}
        />
      </div>
    </>
  )
}

const ReadOnly = ({ person }: { person: PersonData }) => (
  <>
    <p class="soft">{t('people.edit.administrators')}</p>
    <p>{person.email && <Address email={person.email} />}</p>
    {person.group && <p dir="auto">{person.group}</p>}
  </>
)

/** What curators see of a person; for administrators the page to edit names and group. */
export function PersonEdit({ id, isAdministrator }: { id: number; isAdministrator: boolean }) {
  const found = useCall(getPersonData, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const { answer, retry } = found
  const error = errorInstead(found)
  const [, go] = useLocation()
  const person = error ? undefined : answer
  const back = isAdministrator
    ? { name: t('people.edit.back'), go: () => go(pathTo('person', { id })) }
    : { name: t('people.toList'), go: () => go(paths.people) }
  return (
    <>
      <Title back={back} text={person ? nameOf(person) : t('people.title')}>
        <span dir="auto">{person ? nameOf(person) : t('people.title')}</span>
      </Title>
      {error ? (
        <PersonTrouble error={error} onRetry={retry} />
      ) : !person ? (
        <Loading lines={6} />
      ) : (
        <>
          <p class="row person-badges">
            <AccessBadge access={person.access} />
            {person.isDisabled && <ClosedBadge />}
            {!person.hasSignedIn && <span class="badge">{t('people.invited')}</span>}
          </p>
          <div class="columns columns-2">
            <section class="card stack" aria-labelledby="details">
              <h2 id="details">{t('people.edit')}</h2>
              {person.isEditable ? (
                <PersonForm person={person} submit={t('save')} doneOf={() => t('saved')} />
              ) : (
                <ReadOnly person={person} />
              )}
            </section>
            <section class="card stack" aria-labelledby="teams">
              <h2 id="teams">{t('people.teams')}</h2>
              <TeamLinks teams={person.teams} />
            </section>
          </div>
        </>
      )}
    </>
  )
}
