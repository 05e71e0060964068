import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsolePerson, ListedPerson } from '#contract/console/person.ts'
import { ago, dayAt, moment } from '#ui/time/format.ts'

export const lastSignIn = ({ lastSignInAt }: Pick<ListedPerson, 'lastSignInAt'>): string =>
  lastSignInAt === null ? t('people.never') : ago(lastSignInAt)

/** Breaks lines only before the @. */
export const Address = ({ email }: { email: string }) => {
  const at = email.indexOf('@')
  return (
    <span class="person-email">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

export function Facts({ person }: { person: ConsolePerson }) {
  const rows: [string, ComponentChildren][] = [
    [t('people.login'), person.login],
    [t('people.email'), person.email && <Address email={person.email} />],
    [t('people.importEmail'), person.importEmail && <Address email={person.importEmail} />],
    [t('people.phone'), person.phone],
    [t('people.githubLogin'), person.githubLogin],
    [t('people.group'), person.group],
    [t('people.since'), dayAt(person.createdAt)],
    [t('people.column.seen'), lastSignIn(person)],
  ]
  return (
    <dl class="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value ?? <span class="soft">{t('notSet')}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

export const TeamLinks = ({ teams }: Pick<ListedPerson, 'teams'>) =>
  teams.length === 0 ? (
    <p class="soft">{t('people.teams.none')}</p>
  ) : (
    <ul class="bare">
      {teams.map(({ id, name }) => (
        <li key={id}>
          <Link href={pathTo('team', { id })} class="line-link" dir="auto">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )

export const Identities = ({ identities }: Pick<ConsolePerson, 'identities'>) =>
  identities.length === 0 ? (
    <p class="soft">{t('people.identities.none')}</p>
  ) : (
    <ul class="bare">
      {identities.map(({ provider, email, lastSignInAt }) => (
        <li key={`${provider} ${email} ${lastSignInAt}`}>
          <bdi>{[provider, email].filter(Boolean).join(' · ')}</bdi> <small class="soft">{moment(lastSignInAt)}</small>
        </li>
      ))}
    </ul>
  )
