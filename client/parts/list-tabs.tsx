import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { savedSlugs } from '#client/saved-projects.ts'
import { t } from '#client/texts.ts'
import { count } from '#ui/time/format.ts'
import './list-tabs.css'

/** All projects, or the saved ones. */
export const ListTabs = ({ current }: { current: 'all' | 'saved' }) => (
  <nav class="row list-tabs" aria-label={t('saved.tabs')}>
    {(['all', 'saved'] as const).map((tab) => (
      <Link
        key={tab}
        href={tab === 'all' ? paths.projects : paths.saved}
        class={tab === current ? 'chip is-on' : 'chip'}
        aria-current={tab === current ? 'page' : undefined}
      >
        {t(tab === 'all' ? 'saved.tab.all' : 'saved.tab.saved')}
        {tab === 'saved' && savedSlugs.value.size > 0 && <small>{count(savedSlugs.value.size)}</small>}
      </Link>
    ))}
  </nav>
)
