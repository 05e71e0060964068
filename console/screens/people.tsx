import { Link } from 'wouter-preact'
import { useIsAdministrator } from '#console/parts/access.ts'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { GroupFilter } from '#console/parts/field/group-filter.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import type { Column } from '#console/parts/table/column.ts'
import { useListState } from '#console/parts/table/list-state.ts'
import { ListView } from '#console/parts/table/list-view.tsx'
import { ViewsMenu } from '#console/parts/table/views-menu.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { accesses, type ListedPerson, listPeople, personSorts } from '#contract/console/person.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { AccessBadge, ClosedBadge } from './person/badges.tsx'
import { Address, lastSignIn } from './person/facts.tsx'
import './person/person.css'

const states = ['active', 'never', 'disabled'] as const

const Teams = ({ teams }: Pick<ListedPerson, 'teams'>) =>
  teams.length === 0 ? (
    <span class="soft">{t('none')}</span>
  ) : (
    <ul class="bare">
      {teams.map(({ id, name }) => (
        <li key={id}>
          <Link href={pathTo('team', { id })} dir="auto">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )

const columns = (): Column<ListedPerson>[] => [
  {
    key: 'name',
    name: t('people.column.name'),
    cell: ({ id, name, login, group }) => (
      <>
        <Link href={pathTo('person', { id })} dir="auto">
          {name}
        </Link>
        <small class="soft person-login" dir="auto">
          {[login, group].filter(Boolean).join(' · ')}
        </small>
      </>
    ),
  },
  { key: 'email', name: t('people.column.email'), cell: ({ email }) => (email === null ? '–' : <Address email={email} />) },
  {
    key: 'access',
    name: t('people.column.access'),
    cell: ({ access, isDisabled }) => (
      <span class="row">
        <AccessBadge access={access} />
        {isDisabled && <ClosedBadge />}
      </span>
    ),
  },
  { key: 'teams', name: t('people.column.teams'), cell: ({ teams }) => <Teams teams={teams} /> },
  { key: 'seen', name: t('people.column.seen'), className: 'soft', cell: lastSignIn },
]

export function People() {
  const state = useListState('person', columns(), personSorts, ['text', 'access', 'state', 'group'], null)
  const { values, set } = state
  const isAdministrator = useIsAdministrator()
  const found = useCall(listPeople, { query: state.query }, { isPrivate: true, isSaved: false })
  const none = (
    <Empty icon="person" title={t('people.none.title')} action={<Button onClick={state.reset}>{t('people.none.reset')}</Button>}>
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
          onChoose={(next) => set({ state: next })}
        />
        <GroupFilter value={values.group} onChoose={(group) => set({ group })} />
        <ViewsMenu list="person" />
      </search>
      <ListView
        label={t('people.title')}
        state={state}
        found={found}
        rowsOf={({ people }) => people}
        nameOf={({ name }) => name}
        count={(count) => t('people.found', { count })}
        empty={none}
        mayExport={isAdministrator}
      />
    </>
  )
}
