import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ProjectCard } from '#client/parts/project-card/project-card.tsx'
import { t } from '#client/texts.ts'
import type { Highlights, Project } from '#contract/project.ts'
import type { RequestStatus } from '#contract/request.ts'
import { Button } from '#ui/button.tsx'
import { useMoves } from './use-moves.ts'
import type { Found } from './use-projects.ts'

// Cards are rendered in batches, ahead of the viewport, so that a slow phone responds early. They are in groups of whole rows: the browser
// skips the layout and the painting of groups far from the viewport, so a long list costs no more than a short one.
const FIRST = 6
const GROUP = 12 // rows of one, two, three and four
let renderedCount = FIRST // kept for going back

type Requests = Map<string, RequestStatus>

export function Cards({ found, requests }: { found: Found; requests: Requests }) {
  const [count, setCount] = useState(renderedCount)
  const list = useRef<HTMLDivElement>(null)
  const rendered = Math.min(count, found.projects.length)
  const isMeasured = useMeasured()
  useMoves(list, found.isStale ? '' : found.key)
  const more = () => {
    if (rendered === found.projects.length) return found.more()
    renderedCount = Math.floor(count / GROUP + 1) * GROUP
    setCount(renderedCount)
  }
  const groups = Array.from({ length: Math.ceil(rendered / GROUP) }, (_, at) =>
    found.projects.slice(at * GROUP, Math.min(rendered, (at + 1) * GROUP)),
  )
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: one list for screen readers; the groups in it are for the browser only */}
      <div class={isMeasured ? 'card-groups is-measured' : 'card-groups'} role="list" ref={list}>
        {groups.map((projects, at) => (
          <Group key={at} projects={projects} requests={requests} highlights={found.highlights} />
        ))}
      </div>
      {(found.hasMore || rendered < found.projects.length) && <More found={found} rendered={rendered} onMore={more} />}
    </>
  )
}

/** Going back needs the true heights, to return to the same place: all groups are laid out once, and the browser remembers their sizes. */
function useMeasured(): boolean {
  const [isMeasured, setIsMeasured] = useState(renderedCount === FIRST)
  useEffect(() => {
    if (isMeasured) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setIsMeasured(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isMeasured
}

type GroupProps = { projects: Project[]; requests: Requests; highlights: Record<string, Highlights> }

const Group = ({ projects, requests, highlights }: GroupProps) =>
  useMemo(
    () => (
      <ul class="bare project-list" role="none">
        {projects.map((project) => (
          // biome-ignore lint/a11y/noRedundantRoles: not implied, since the <ul> has no role
          <li key={project.slug} data-slug={project.slug} role="listitem">
            <Card project={project} request={requests.get(project.slug)} found={highlights[project.slug]} />
          </li>
        ))}
      </ul>
    ),
    projects.flatMap((project) => [project, requests.get(project.slug), highlights[project.slug]]),
  )

const Card = ({ project, request, found }: { project: Project; request?: RequestStatus; found?: Highlights }) =>
  useMemo(() => <ProjectCard project={project} request={request} found={found} />, [project, request, found])

/** Infinite scroll: an IntersectionObserver renders the next batch and fetches the next page. The button is the fallback, and for keyboards. */
function More({ found, rendered, onMore }: { found: Found; rendered: number; onMore(): void }) {
  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(), {
      rootMargin: '800px',
    })
    observer.observe(sentinel.current!)
    return () => observer.disconnect()
  }, [rendered, found.projects.length])
  return (
    <div class="more" ref={sentinel}>
      <p class="soft" role="status">
        {t('projects.showing', { shown: rendered, total: found.total })}
      </p>
      <Button look="plain" isBusy={found.isFetchingMore} onClick={onMore}>
        {t('projects.more')}
      </Button>
    </div>
  )
}
