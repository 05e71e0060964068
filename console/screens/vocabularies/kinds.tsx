import { useLayoutEffect, useRef } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type Vocabulary, vocabularies } from '#contract/console/vocabulary.ts'

const kinds = [...vocabularies, 'synonym'] as const

/** Tabs of the vocabularies. */
export function Kinds({ current }: { current: Vocabulary | 'synonym' }) {
  const tabs = useRef<HTMLElement>(null)
  // On a phone they scroll sideways: bring the current one into view.
  useLayoutEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) tabs.current!.scrollLeft = tab.offsetLeft - tabs.current!.offsetLeft - 48
  }, [current])
  return (
    <nav class="kinds" aria-label={t('vocabularies.kinds')} ref={tabs}>
      {kinds.map((kind) => (
        <Link key={kind} href={pathTo('vocabulary', { kind })} class="kind" aria-current={kind === current ? 'page' : undefined}>
          {t(`vocabularies.${kind}`)}
        </Link>
      ))}
    </nav>
  )
}
