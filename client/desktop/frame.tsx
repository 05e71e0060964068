import commands from 'virtual:texts/commands'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Router, useRoute } from 'wouter-preact'
import { Tabs } from '#client/parts/tabs.tsx'
import { paths, pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { Hints } from '#ui/desktop/hints.tsx'
import { useKeyboard } from '#ui/desktop/keyboard.ts'
import { Overlay } from '#ui/desktop/overlay.tsx'
import { d } from '#ui/desktop/texts.ts'
import { Logo } from '#ui/logo.tsx'
import { serverConfig } from '#ui/server/server-config.ts'
import { w } from '#ui/shared-texts.ts'
import { loaderOf } from '#ui/texts.ts'
import { Pane } from '#ui/title.tsx'
import { useBeside, useListLocation } from './beside.ts'
import { shortcuts } from './shortcuts.ts'
import './desktop.css'

/** Resolves when its texts are loaded. */
export const ready = loaderOf(commands)

type Panes = { list: ComponentChildren; project(slug: string): ComponentChildren }

const linkIn = (list: HTMLElement, slug: string) => list.querySelector<HTMLElement>(`a[href="${CSS.escape(pathTo('project', { slug }))}"]`)

/** Marks the open project in the list, also in the cards that arrive later. */
function useMark(list: { current: HTMLElement | null }, slug: string | null): void {
  useEffect(() => {
    if (slug === null) return
    const mark = () => {
      for (const link of list.current!.querySelectorAll(`a[href="${CSS.escape(pathTo('project', { slug }))}"]`))
        link.setAttribute('aria-current', 'page')
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(list.current!, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      for (const link of list.current?.querySelectorAll('a[aria-current]') ?? []) link.removeAttribute('aria-current')
    }
  }, [slug])
}

/** The list, and beside it the project that was opened from it. */
function ListAndProject({ address, slug, panes }: { address: string; slug: string | null; panes: Panes }) {
  const { router, close } = useListLocation(address, slug)
  const list = useRef<HTMLElement>(null)
  const last = useRef(slug)
  useMark(list, slug)
  useLayoutEffect(() => {
    const before = last.current
    last.current = slug
    const link = linkIn(list.current!, slug ?? before ?? '')
    if (!link) return
    if (slug === null) link.focus({ preventScroll: true })
    // The list has changed its width: its cards are elsewhere now.
    const [card, frame] = [link.getBoundingClientRect(), list.current!.getBoundingClientRect()]
    if (slug !== null && before === null) list.current!.scrollTop += card.top - frame.top - frame.height / 3
  }, [slug])
  const aside = useMemo(() => ({ isAside: slug !== null }), [slug !== null])
  const beside = useMemo(() => ({ close }), [close])
  return (
    <>
      <section class="desk-list" aria-label={slug === null ? undefined : t('tab.projects')} ref={list}>
        <Router {...router}>
          <Pane.Provider value={aside}>{panes.list}</Pane.Provider>
        </Router>
      </section>
      {slug !== null && (
        <section class="desk-project" aria-label={d('project')}>
          <Pane.Provider value={beside}>{panes.project(slug)}</Pane.Provider>
        </section>
      )}
    </>
  )
}

const DirectoryName = () => (
  <p class="desk-name" dir="auto">
    <Logo />
    {serverConfig.directory}
  </p>
)

type Props = { panes: Panes; screens: ComponentChildren; notices: ComponentChildren }

export function Frame({ panes, screens, notices }: Props) {
  const { list, slug } = useBeside()
  const [isProject] = useRoute(paths.project) // known before the project is loaded: its place does not move
  useKeyboard(shortcuts)
  return (
    <div class="desk">
      <a class="skip" href="#content">
        {w('skip')}
      </a>
      <Tabs head={<DirectoryName />} foot={<Hints shortcuts={shortcuts} class="desk-foot" />} />
      <main id="content" class={list === null ? 'desk-one' : slug === null ? 'desk-all' : 'desk-two'} tabIndex={-1}>
        <div class="desk-notices">{notices}</div>
        {list === null ? (
          <div class={isProject ? 'desk-screen is-project' : 'desk-screen'}>{screens}</div>
        ) : (
          <ListAndProject address={list} slug={slug} panes={panes} />
        )}
      </main>
      <Overlay />
    </div>
  )
}
