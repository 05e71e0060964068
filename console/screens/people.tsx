import { Link } from 'wouter-preact'
import { ChoiceField } from '#console/parts/choice-field.tsx'
import { GroupFilter } from '#console/parts/group-filter.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResultList, Table } from '#console/parts/result-list.tsx'
import { SearchField } from '#console/parts/search-field.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { accesses, type ListedPerson, listPeople } from '#contract/console/person.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'
import { Empty } from '#ui/states.tsx'
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
      <small class="soft person-login" dir="auto">
        {[person.login, person.group].filter(Boolean).join(' · ')}
      </small>
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

export function People() {
  const { values, set } = useQueryParams(['text', 'access', 'state', 'group', 'page'])
  const found = useCall(listPeople, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  const none = (
    <Empty
      icon="person"
      title={t('people.none.title')}
      action={<Button onClick={() => set({ text: '', access: '', state: '', group: '' })}>{t('people.none.reset')}</Button>}
    >
      {t('people.none.text')}
    </Empty>
  )
  return (
    <>
      <Title
        actions={
          <ButtonLink icon="plus" to={paths.newPerson}>
            {t('people.new')}
          </ButtonLink>
        }
      >
        {t('people.title')}
      </Title>
      <search class="tools">
        <SearchField label={t('people.search')} value={values.text} onSearch={(text) => set({ text })} />
        <ChoiceField
          label={t('people.access')}
          any={t('people.access.all')}
          value={values.access}
          options={accesses.map((value) => ({ value, name: t(`access.${value}` as 'access.member') }))}
          onChoose={(access) => set({ access })}
        />
        <ChoiceField
          label={t('people.state')}
          any={t('people.state.all')}
          value={values.state}
          options={states.map((value) => ({ value, name: t(`people.state.${value}`) }))}
          onChoose={(state) => set({ state })}
        />
        <GroupFilter value={values.group} onChoose={(group) => set({ group })} />
      </search>
      <ResultList found={found} count={(count) => t('people.found', { count })} empty={none} onPage={(page) => set({ page: String(page) })}>
        {({ people }) => (
          <Table label={t('people.title')} columns={columns.map((column) => ({ name: t(`people.column.${column}`) }))}>
            {people.map((person) => (
              <Row key={person.id} person={person} />
            ))}
          </Table>
        )}
      </ResultList>
    </>
  )
}
