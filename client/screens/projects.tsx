import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import { desktop } from '#client/desktop.ts'
import { keepForOffline } from '#client/keep-offline.ts'
import { ListTabs } from '#client/parts/list-tabs.tsx'
import { CardSkeletons } from '#client/parts/project-card/card-skeletons.tsx'
import { PullToRefresh } from '#client/parts/pull-to-refresh.tsx'
import { filterCount, type ProjectSearch, readSearch, sortsOf, withoutFilters, writeSearch } from '#client/search.ts'
import { more, t } from '#client/texts.ts'
import { getProjectStatus } from '#contract/profile.ts'
import type { Sort } from '#contract/project.ts'
import type { RequestStatus } from '#contract/request.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazy } from '#ui/lazy.tsx'
import { refreshAll, useCall } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { Empty, Failed, SavedNote } from '#ui/states.tsx'
import { Pane, Title } from '#ui/title.tsx'
import { Cards } from './projects/cards.tsx'
import { FilterChips } from './projects/filter-chips.tsx'
import { Sections, Topics, useHome } from './projects/home.tsx'
import { SearchNote } from './projects/search-note.tsx'
import { useProjects } from './projects/use-projects.ts'
import './projects/projects.css'

const NothingFound = lazy(async () => (await import('./projects/nothing-found.tsx')).NothingFound)

// Not part of the first screen of a phone.
const FilterDialog = lazy(async () => (await Promise.all([import('./projects/filter-dialog.tsx'), more()]))[0].FilterDialog)
const FilterColumn = lazy(async () => (await Promise.all([import('./projects/filter-column.tsx'), more()]))[0].FilterColumn)

const DEBOUNCE_MS = 250

function SearchBox({ text, onSearch }: { text: string; onSearch(text: string): void }) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<number>(0)
  const sent = useRef(text)
  // The URL changed, e.g. by the back button. What was typed since a search began stays.
  useLayoutEffect(() => {
    if (text !== sent.current) setTyped(text)
    sent.current = text
  }, [text])
  const send = (value: string) => {
    clearTimeout(timer.current)
    timer.current = 0
    sent.current = value.trim()
    onSearch(sent.current)
  }
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(typed)
        }}
      >
        <Icon name="search" size={20} />
        <input
          type="search"
          name="q"
          maxLength={200}
          autocomplete="off"
          enterkeyhint="search"
          aria-label={t('projects.search')}
          placeholder={t('projects.search')}
          value={typed}
          onFocus={keepForOffline}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(send, DEBOUNCE_MS, value) as unknown as number
          }}
          // Also if the project beside the list is closed at once.
          onBlur={() => timer.current && send(typed)}
        />
      </form>
    </search>
  )
}

function SortControl({ search, onChange }: { search: ProjectSearch; onChange(search: ProjectSearch): void }) {
  const nameOf = (sort: ReturnType<typeof sortsOf>[number]) =>
    t(sort === '' ? (search.text === '' ? 'sort.recommended' : 'sort.relevance') : `sort.${sort}`)
  return (
    <label class="sort">
      <span class="visually-hidden">{t('projects.sort')}</span>
      <select value={search.sort} onChange={({ currentTarget }) => onChange({ ...search, sort: currentTarget.value as Sort })}>
        {sortsOf(search).map((sort) => (
          <option value={sort} key={sort}>
            {nameOf(sort)}
          </option>
        ))}
      </select>
      <Icon name="down" size={18} />
    </label>
  )
}

export function Projects() {
  const [params, setParams] = useSearchParams()
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  const pane = useContext(Pane)
  const search = readSearch(params)
  const found = useProjects(search)
  const mine = useCall(getProjectStatus, { query: {} }, { isPrivate: true })
  const requests = useMemo(
    () =>
      new Map<string, RequestStatus>(mine.answer?.projects.filter(({ role }) => role === 'applicant').map(({ id }) => [id, 'submitted'])),
    [mine.answer],
  )
  const activeFilters = filterCount(search)
  const hasAnswer = !found.isLoading && found.error === null
  const isUnfiltered = activeFilters === 0 && search.text === '' && search.sort === ''
  const start = useHome(isUnfiltered)
  const navigateTo = (next: ProjectSearch, replace = false) => setParams(writeSearch(next), { replace })
  const reset = () => navigateTo({ ...withoutFilters(search), text: '' })
  const count =
    found.isLocal && !found.isEmpty
      ? t('projects.offlineFound', { count: found.total })
      : hasAnswer
        ? t('projects.count', { count: found.total })
        : ''
  return (
    <PullToRefresh onRefresh={refreshAll}>
      <div class="projects">
        <p class="directory-name" dir="auto">
          {serverConfig.directory}
        </p>
        <Title
          text={t('tab.projects')}
          actions={<IconButton icon="refresh" name={t('projects.refresh')} onClick={() => void refreshAll()} />}
        >
          {t('home.title')}
        </Title>
        <ListTabs current="all" />
        <div class="search-line">
          <SearchBox
            text={search.text}
            onSearch={(text) => text !== search.text && navigateTo({ ...search, text, isExact: false }, true)}
          />
          <button
            type="button"
            class={activeFilters > 0 ? 'filter-button is-on' : 'filter-button'}
            aria-label={activeFilters > 0 ? t('projects.filterCount', { count: activeFilters }) : t('projects.filter')}
            onClick={() => setDialog('open')}
          >
            <Icon name="filter" />
            {activeFilters > 0 && <span aria-hidden="true">{activeFilters}</span>}
          </button>
        </div>
        <SavedNote savedAt={found.savedAt} />
        {isUnfiltered ? <Topics {...start} /> : <FilterChips search={search} onChange={navigateTo} onReset={reset} />}
        <div class="projects-columns">
          {desktop.value && !pane?.isAside && (
            <aside class="filter-column" aria-label={t('projects.filter')}>
              <FilterColumn search={search} onChange={navigateTo} />
            </aside>
          )}
          {start.isLoading ? (
            <CardSkeletons isRow count={4} />
          ) : (
            <div>
              {isUnfiltered && <Sections home={start.home} own={mine.answer} />}
              <div class="spread list-head">
                <h2>{isUnfiltered ? t('projects.all') : t('projects.found')}</h2>
                {search.text === '' && (
                  <span role="status" aria-live="polite" class="soft">
                    {count}
                  </span>
                )}
                <SortControl search={search} onChange={navigateTo} />
                {!isUnfiltered && activeFilters === 0 && (
                  <button type="button" class="link-button" onClick={reset}>
                    {t('projects.reset')}
                  </button>
                )}
              </div>
              {search.text !== '' && (
                <SearchNote search={search} found={found} count={count} onExact={() => navigateTo({ ...search, isExact: true })} />
              )}
              <div aria-busy={found.isFetching} class={found.isStale ? 'is-stale' : undefined}>
                {found.isLoading && <CardSkeletons count={6} />}
                {found.error !== null && <Failed error={found.error} onRetry={found.retry} />}
                {found.isEmpty &&
                  (isUnfiltered ? (
                    <Empty icon="projects" title={t('projects.empty')}>
                      {t('projects.emptyText')}
                    </Empty>
                  ) : (
                    <NothingFound search={search} isLocal={found.isLocal} onSearch={(next) => navigateTo(next)} />
                  ))}
                <Cards found={found} requests={requests} />
              </div>
            </div>
          )}
        </div>
      </div>
      {dialog !== 'unused' && (
        <FilterDialog isOpen={dialog === 'open'} search={search} onClose={() => setDialog('closed')} onApply={navigateTo} />
      )}
    </PullToRefresh>
  )
}
