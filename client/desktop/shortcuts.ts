import { cacheProjects } from '#client/cached-projects.ts'
import { type PathName, paths, pathTo } from '#client/routes.ts'
import { readSearch } from '#client/search.ts'
import { t } from '#client/texts.ts'
import { findProjects, type Project } from '#contract/project.ts'
import { commonActions } from '#ui/desktop/actions.ts'
import type { PaletteItem, Shortcuts } from '#ui/desktop/shortcuts.ts'
import { d } from '#ui/desktop/texts.ts'
import type { IconName } from '#ui/icon.tsx'
import { call, Unreachable } from '#ui/server/api.ts'
import { session } from '#ui/session/session.ts'

const MOST = 8

async function findProjectsOrSaved(text: string, signal: AbortSignal): Promise<Project[]> {
  try {
    const answer = await call(findProjects, { body: { filters: { text }, pageSize: MOST }, signal })
    cacheProjects(answer)
    return answer.projects
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const { searchCachedProjects } = await import('#client/offline-search.ts')
    return (await searchCachedProjects(readSearch(new URLSearchParams({ q: text })))).projects.slice(0, MOST)
  }
}

const screens = (): { to: PathName; icon: IconName; label: string }[] => [
  { to: 'projects', icon: 'projects', label: t('tab.projects') },
  { to: 'my', icon: 'team', label: t('tab.my') },
  { to: 'profile', icon: 'person', label: t('tab.profile') },
  { to: 'settings', icon: 'settings', label: t('profile.settings') },
  ...(session.value.state === 'guest' ? [] : [{ to: 'notifications', icon: 'mail', label: t('profile.notifications') } as const]),
  { to: 'privacy', icon: 'shield', label: t('profile.privacy') },
  { to: 'feedback', icon: 'message', label: t('profile.feedback') },
]

export const shortcuts: Shortcuts = {
  app: 'client',
  // Beside a project: the list only, not the similar projects.
  rows: ':is(.desk-two .desk-list, .desk-all, .desk-one) :is(.project-card :is(h2, h3) a, a.rows-item)',
  places: () => [
    { key: 'p', name: t('tab.projects'), to: paths.projects },
    { key: 'm', name: t('tab.my'), to: paths.my },
    { key: 'u', name: t('tab.profile'), to: paths.profile },
  ],
  items: (): PaletteItem[] => [
    ...screens().map(({ to, icon, label }) => ({ id: to, group: d('palette.screens'), label, icon, to: paths[to] })),
    ...commonActions(shortcuts, { signIn: t('signIn'), signOut: t('signOut') }),
  ],
  async find(text, signal) {
    const projects = await findProjectsOrSaved(text, signal)
    return projects.map(({ slug, name, status }) => ({
      id: `project ${slug}`,
      group: t('tab.projects'),
      label: name,
      hint: t(`status.${status}`),
      icon: 'projects',
      to: pathTo('project', { slug }),
    }))
  },
}
