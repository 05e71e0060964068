import type { ComponentChildren } from 'preact'
import { Link, useLocation, useSearch } from 'wouter-preact'
import { type PathName, paths } from '#client/routes.ts'
import { keepPosition } from '#client/scroll.ts'
import { t } from '#client/texts.ts'
import { Icon, type IconName } from '#ui/icon.tsx'

type Tab = 'projects' | 'my' | 'profile'

const tabs: { name: Tab & PathName; icon: IconName; pattern: RegExp }[] = [
  { name: 'projects', icon: 'projects', pattern: /^\/(projects?\/|$)/ },
  { name: 'my', icon: 'team', pattern: /^\/(my|invitation)/ },
  { name: 'profile', icon: 'person', pattern: /^\/(profile|round|settings|privacy|feedback)/ },
]

export const tabOf = (path: string): Tab | undefined => tabs.find(({ pattern }) => pattern.test(path))?.name

// Where the user was in each tab.
const lastAddress = new Map<Tab, string>()

/** The main menu: a bar at the bottom of a phone, a column on wide screens. */
export function Tabs({ head, foot }: { head?: ComponentChildren; foot?: ComponentChildren }) {
  const [path] = useLocation()
  const search = useSearch()
  const current = tabOf(path)
  if (current) lastAddress.set(current, path + (search && `?${search}`))
  const addressOf = (name: Tab) => (name === current ? paths[name] : (lastAddress.get(name) ?? paths[name]))
  const open = (event: Event, name: Tab) => {
    if (name !== current) keepPosition(addressOf(name))
    else if (path === paths[name]) {
      event.preventDefault()
      scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' })
    }
  }
  return (
    <nav class="tabs" aria-label={t('tab.nav')}>
      {head}
      {tabs.map(({ name, icon }) => (
        <Link
          key={name}
          href={addressOf(name)}
          class="tab"
          aria-current={name === current ? 'page' : undefined}
          onClick={(event: Event) => open(event, name)}
        >
          <Icon name={icon} />
          <span>{t(`tab.${name}`)}</span>
        </Link>
      ))}
      {foot}
    </nav>
  )
}
