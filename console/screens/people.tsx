import { Link } from 'wouter-preact'
import { asked, useAddress } from '#console/parts/address.ts'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { SearchField } from '#console/parts/search-field.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { accesses, type ListedPerson, listPeople } from '#contract/console/person.ts'
import { Button } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { AccessBadge, ClosedBadge } from './person/badges.tsx'
import { Address, lastSignIn } from './person/facts.tsx'
import './person.css'

const columns = ['name', 'email', 'access', 'teams', 'seen'] as const
const states = ['active', 'never', 'disabled'] as const

const Row = ({ person }: { person: ListedPerson }) => (
  <tr>
    <th scope="row">
      <Link href={pathTo('person', { id: person.id })} dir="auto">
        {person.name}
      </Link>
      <small class="soft person-login">{person.login}</small>
    </th>
    <td>{person.email === null ? '–' : <Address email={person.email} />}</td>
    <td>
      <span class="row">
        <AccessBadge access={person.access} />
        {person.isDisabled && <ClosedBadge />}
      </span>
    </td>
    <td>
      {person.teams.length === 0 ? (
        <span class="soft">{t('none')}</span>
      ) : (
        <ul class="bare">
          {person.teams.map(({ id, name }) => (
            <li key={id}>
              <Link href={pathTo('team', { id })} dir="auto">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </td>
    <td class="soft">{lastSignIn(person)}</td>
  </tr>
)

const Table = ({ people }: { people: ListedPerson[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
  <section class="sheet-table" aria-label={t('people.title')} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`people.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </tbody>
    </table>
  </section>
)

export function People() {
  const { values, set } = useAddress(['text', 'access', 'state', 'page'])
  const { answer, error, retry } = useCall(listPeople, { query: asked(values) as object }, { isPrivate: true, isSaved: false })
  const shown = useLast(answer)
  return (
    <>
      <Title>{t('people.title')}</Title>
      <search class="tools">
        <SearchField label={t('people.search')} value={values.text} onSearch={(text) => set({ text })} />
        <select aria-label={t('people.access')} value={values.access} onChange={(event) => set({ access: event.currentTarget.value })}>
          <option value="">{t('people.access.all')}</option>
          {accesses.map((access) => (
            <option key={access} value={access}>
              {t(`access.${access}` as 'access.member')}
            </option>
          ))}
        </select>
        <select aria-label={t('people.state')} value={values.state} onChange={(event) => set({ state: event.currentTarget.value })}>
          <option value="">{t('people.state.all')}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {t(`people.state.${state}`)}
            </option>
          ))}
        </select>
      </search>
      {error ? (
        <PageProblem error={error} onRetry={retry} />
      ) : !shown ? (
        <Loading lines={6} />
      ) : shown.total > 0 ? (
        <>
          <p class="soft count" role="status">
            {t('people.found', { count: shown.total })}
          </p>
          {shown.people.length > 0 && <Table people={shown.people} />}
          <Pager {...shown} onPage={(page) => set({ page: String(page) })} />
        </>
      ) : (
        <Empty
          icon="person"
          title={t('people.none.title')}
          action={<Button onClick={() => set({ text: '', access: '', state: '' })}>{t('people.none.reset')}</Button>}
        >
          {t('people.none.text')}
        </Empty>
      )}
    </>
  )
}
