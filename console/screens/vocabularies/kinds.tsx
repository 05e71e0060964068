import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { type Vocabulary, vocabularies } from '#contract/console/vocabulary.ts'

const kinds = [...vocabularies, 'synonym'] as const

/** Tabs of the vocabularies. */
export const Kinds = ({ current }: { current: Vocabulary | 'synonym' }) => (
  <nav class="kinds" aria-label={t('vocabularies.kinds')}>
    {kinds.map((kind) => (
      <Link key={kind} href={pathTo('vocabulary', { kind })} class="kind" aria-current={kind === current ? 'page' : undefined}>
        {t(`vocabularies.${kind}`)}
      </Link>
    ))}
  </nav>
)
