import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'

const kinds = ['reason', 'file-type', 'tag', 'role', 'platform'] as const

/** Vocabularies are settings too, with pages of their own. */
export const Vocabularies = () => (
  <section class="card stack">
    <h2>{t('vocabularies.title')}</h2>
    <ul class="bare">
      {kinds.map((kind) => (
        <li key={kind}>
          <Link class="settings-vocabulary" href={pathTo('vocabulary', { kind })}>
            {t(`vocabularies.${kind}`)}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
