import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import { ProjectCard } from '#client/parts/project-card.tsx'
import { PullToRefresh } from '#client/parts/pull-to-refresh.tsx'
import { filterCount, readWish, type Wish, writeWish } from '#client/search.ts'
import { t } from '#client/texts/index.ts'
import { getProjectStatus } from '#contract/profile.ts'
import type { Project } from '#contract/project.ts'
import type { RequestStatus } from '#contract/request.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { refreshAll, useCall } from '#ui/query.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Carousels } from './projects/carousels.tsx'
import { FilterDialog } from './projects/filter-dialog.tsx'
import { useProjects } from './projects/use-projects.ts'
import './projects.css'

const TYPING_MS = 250

function SearchBox({ text, onSearch }: { text: string; onSearch(text: string): void }) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<number>(0)
  useEffect(() => setTyped(text), [text]) // somebody went back
  const change = (value: string, delay: number) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onSearch(value.trim()), delay)
  }
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change(typed, 0)
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
          onInput={({ currentTarget }) => change(currentTarget.value, TYPING_MS)}
        />
      </form>
    </search>
  )
}

// Cards are drawn a few at a time, always some more than can be seen, so that a slow phone can be touched early. Whoever comes back finds all
// that was there.
const A_FEW = 5
let drawn = A_FEW

type Found = ReturnType<typeof useProjects>
function Cards({ found, requests }: { found: Found; requests: Map<string, RequestStatus> }) {
  const [count, setCount] = useState(drawn)
  const cards = found.projects.slice(0, count)
  const isWhole = cards.length === found.projects.length
  const more = () => {
    if (isWhole) return found.more()
    drawn = count + A_FEW
    setCount(drawn)
  }
  return (
    <>
      <ul class="bare project-list">
        {cards.map((project) => (
          <li key={project.slug}>
            <Card project={project} request={requests.get(project.slug)} />
          </li>
        ))}
      </ul>
      {(found.hasMore || !isWhole) && <More found={found} shown={cards.length} onMore={more} />}
    </>
  )
}
const Card = ({ project, request }: { project: Project; request?: RequestStatus }) =>
  useMemo(() => <ProjectCard project={project} request={request} />, [project, request])

export function Projects() {
  const [params, setParams] = useSearchParams()
  const [isFiltering, setIsFiltering] = useState(false)
  const wish = readWish(params)
  const found = useProjects(wish)
  const mine = useCall(getProjectStatus, { query: {} }, { isPrivate: true })
  const requests = new Map<string, RequestStatus>(
    mine.answer?.projects.filter(({ role }) => role === 'applicant').map(({ id }) => [id, 'submitted']),
  )
  const chosen = filterCount(wish)
  const hasAnswer = !found.isLoading && found.error === null
  const isPlain = chosen === 0 && wish.text === '' && wish.sort === ''
  const look = (next: Wish, replace = false) => setParams(writeWish(next), { replace })
  const reset = () => look({ ...wish, text: '', tags: [], status: [], from: '', to: '', enrollmentFrom: '', enrollmentTo: '', sort: '' })
  return (
    <PullToRefresh onRefresh={refreshAll}>
      <Title actions={<IconButton icon="refresh" name={t('projects.refresh')} onClick={() => void refreshAll()} />}>
        {t('tab.projects')}
      </Title>
      <div class="search-line">
        <SearchBox text={wish.text} onSearch={(text) => text !== wish.text && look({ ...wish, text }, true)} />
        <button
          type="button"
          class={chosen > 0 ? 'filter-button is-on' : 'filter-button'}
          aria-label={chosen > 0 ? t('projects.filterCount', { count: chosen }) : t('projects.filter')}
          onClick={() => setIsFiltering(true)}
        >
          <Icon name="filter" />
          {chosen > 0 && <span aria-hidden="true">{chosen}</span>}
        </button>
      </div>
      <SavedNote savedAt={found.savedAt} />
      {isPlain && <Carousels onSeeActive={() => look({ ...wish, status: ['active'] })} />}
      <div class="spread list-head">
        <h2>{isPlain ? t('projects.all') : t('projects.found')}</h2>
        <span role="status" aria-live="polite" class="soft">
          {found.isLocal
            ? t('projects.offlineFound', { count: found.total })
            : hasAnswer
              ? t('projects.count', { count: found.total })
              : ''}
        </span>
        {!isPlain && (
          <Button look="soft" onClick={reset}>
            {t('projects.reset')}
          </Button>
        )}
      </div>
      <div aria-busy={found.isFetching} class={found.isOld ? 'is-old' : undefined}>
        {found.isLoading && <Loading isCard lines={4} />}
        {found.error !== null && <Failed error={found.error} onRetry={found.retry} />}
        {found.isEmpty &&
          (isPlain ? (
            <Empty icon="projects" title={t('projects.empty')}>
              {t('projects.emptyText')}
            </Empty>
          ) : (
            <Empty title={t('projects.none')} action={<Button onClick={reset}>{t('projects.reset')}</Button>}>
              {t('projects.noneText')}
            </Empty>
          ))}
        <Cards found={found} requests={requests} />
      </div>
      <FilterDialog isOpen={isFiltering} wish={wish} onClose={() => setIsFiltering(false)} onApply={(next) => look(next)} />
    </PullToRefresh>
  )
}

/** More is drawn, and the next page fetched, before its place comes into view; the button is for whoever gets there first, and for the keyboard. */
function More({ found, shown, onMore }: { found: Found; shown: number; onMore(): void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onMore(), {
      rootMargin: '800px',
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [shown, found.projects.length])
  return (
    <div class="more" ref={place}>
      <p class="soft" role="status">
        {t('projects.shown', { shown, total: found.total })}
      </p>
      <Button look="plain" isBusy={found.isFetchingMore} onClick={onMore}>
        {t('projects.more')}
      </Button>
    </div>
  )
}
