import type { AroundNavHandler } from 'wouter-preact'
import { tabOf } from '#client/parts/tabs.tsx'
import { pathTo } from '#client/routes.ts'

// From a card to the project and back the cover and the name move to their new place; a change of tabs fades.

const PATIENCE_MS = 120 // the old screen stands still while the next one is made: after this time it is shown as it is
const names = ['project-cover', 'project-name'] as const

const isStill = matchMedia('(prefers-reduced-motion: reduce)')
const slugOf = (path: string): string | null => /^\/project\/([^/]+)$/.exec(path)?.[1] ?? null
type Kind = { slug: string } | 'fade' | null

function kindOf(from: string, to: string): Kind {
  if (from === to || isStill.matches || document.visibilityState === 'hidden') return null
  if (tabOf(from) !== tabOf(to)) return 'fade'
  const [before, next] = [slugOf(from), slugOf(to)]
  const slug = before === null ? next : next === null ? before : null
  const other = before === null ? from : to
  return slug !== null && (other === '/' || other.startsWith('/projects/')) ? { slug: decodeURIComponent(slug) } : null
}

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Names the cover and the heading of the project, in its page or in the first card of it on the screen. */
function mark(slug: string, isPage: boolean): () => void {
  const address = `a[href="${CSS.escape(pathTo('project', { slug }))}"]`
  const link = [...document.querySelectorAll(`main .project-card ${address}`)].find(isInView)
  const card = link?.closest('.project-card')
  const parts = isPage
    ? [document.querySelector('.project .cover'), document.querySelector('.project h1')]
    : [card?.querySelector('.cover'), link?.closest('h2, h3')]
  for (const [at, part] of parts.entries()) if (part && isInView(part)) (part as HTMLElement).style.viewTransitionName = names[at]!
  return () => {
    for (const part of parts) if (part) (part as HTMLElement).style.viewTransitionName = ''
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilReady(kind: Kind, isPage: boolean): Promise<void> {
  const selector = kind === 'fade' ? 'main h1' : isPage ? '.project h1' : 'main .project-card'
  const end = Date.now() + PATIENCE_MS
  do await pause(8)
  while (document.querySelector(selector) === null && Date.now() < end)
}

let unmark = () => {}
let last: ViewTransition | null = null

function run(kind: NonNullable<Kind>, isPage: boolean, update: () => void): void {
  unmark() // of a transition that is still running
  if (kind !== 'fade') unmark = mark(kind.slug, !isPage)
  const transition = document.startViewTransition(async () => {
    unmark()
    update()
    await untilReady(kind, isPage)
    if (kind !== 'fade') unmark = mark(kind.slug, isPage)
  })
  transition.ready.catch(() => {}) // skipped, by the next one or because the window is hidden
  last = transition
  void transition.finished.finally(() => last === transition && unmark())
}

let here = location.pathname
for (const event of ['pushState', 'replaceState'])
  addEventListener(event, () => {
    here = location.pathname
  })

export const animate: AroundNavHandler = (navigate, to, options) => {
  const { pathname } = new URL(to, location.href)
  const kind = options?.replace ? null : kindOf(here, pathname)
  if (kind === null) return navigate(to, options)
  run(kind, slugOf(pathname) !== null, () => navigate(to, options))
}

/** Back and forward: the event is held until the old screen has been captured. */
export function animateReturn(event: PopStateEvent): void {
  const from = here
  here = location.pathname
  const kind = event.isTrusted && !event.hasUAVisualTransition ? kindOf(from, here) : null
  if (kind === null) return
  event.stopImmediatePropagation()
  run(kind, slugOf(here) !== null, () => dispatchEvent(new PopStateEvent('popstate', { state: event.state })))
}
