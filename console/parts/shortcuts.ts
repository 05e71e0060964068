import { type PathName, paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { listPeople } from '#contract/console/person.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { commonActions } from '#ui/desktop/actions.ts'
import type { PaletteItem, Shortcuts } from '#ui/desktop/shortcuts.ts'
import { d } from '#ui/desktop/texts.ts'
import type { IconName } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'

export type Entry =
  | 'today'
  | 'timeline'
  | 'projects'
  | 'requests'
  | 'questions'
  | 'rounds'
  | 'teams'
  | 'people'
  | 'vocabularies'
  | 'spreadsheet'
  | 'announcements'
  | 'mail'
  | 'audit'
  | 'operations'
  | 'settings'

/** The pages of the menu. */
export const entries: { name: Entry & PathName; icon: IconName; key: string; isForAdministrators?: boolean }[] = [
  { name: 'today', icon: 'home', key: 'h' },
  { name: 'requests', icon: 'message', key: 'a' },
  { name: 'questions', icon: 'question', key: 'q' },
  { name: 'projects', icon: 'projects', key: 'p' },
  { name: 'rounds', icon: 'trophy', key: 'r' },
  { name: 'timeline', icon: 'calendar', key: 'c' },
  { name: 'teams', icon: 'team', key: 't' },
  { name: 'people', icon: 'person', key: 'u' },
  { name: 'vocabularies', icon: 'filter', key: 'w' },
  { name: 'spreadsheet', icon: 'upload', key: 'i' },
  { name: 'announcements', icon: 'send', key: 'n' },
  { name: 'mail', icon: 'mail', key: 'e', isForAdministrators: true },
  { name: 'audit', icon: 'shield', key: 'l' },
  { name: 'operations', icon: 'device', key: 'o', isForAdministrators: true },
  { name: 'settings', icon: 'settings', key: 's' },
]

export const entriesFor = (access: string) =>
  entries.filter(({ isForAdministrators }) => !isForAdministrators || access === 'administrator')

/** The lists of Today. */
const attentionItems = (): PaletteItem[] => [
  {
    ...{ id: 'empty', group: d('palette.actions'), icon: 'projects' },
    label: `${t('projects.title')}: ${t('attention.filter.empty').toLowerCase()}`,
    to: pathTo('projects', {}, { attention: 'empty' }),
  },
  {
    ...{ id: 'idle', group: d('palette.actions'), icon: 'team' },
    label: `${t('teams.title')}: ${t('teams.work.idle').toLowerCase()}`,
    to: pathTo('teams', {}, { work: 'idle' }),
  },
]

const MOST = '5'

/** Keyboard shortcuts and the command palette of the console. */
export function shortcutsFor(access: string): Shortcuts {
  const pages = entriesFor(access)
  const nameOf = (name: Entry) => t(`${name}.title`)
  const shortcuts: Shortcuts = {
    app: 'console',
    rows: 'main :is(tbody th a, .ticket h3 a, .rows a.rows-item, .timeline-name, .calendar-event)',
    places: () => pages.map(({ name, key }) => ({ key, name: nameOf(name), to: paths[name] })),
    keys: () => [
      { keys: ['a'], name: t('keys.approve') },
      { keys: ['d'], name: t('keys.decline') },
      { keys: ['u'], name: t('keys.undo') },
      { keys: ['x'], name: t('keys.select') },
      { keys: ['p'], name: t('keys.round.preferred') },
      { keys: ['u'], name: t('keys.round.unsuitable') },
      { keys: ['n'], name: t('keys.round.none') },
      { keys: ['l'], name: t('keys.round.lock') },
    ],
    items: (): PaletteItem[] => [
      ...pages.map(({ name, icon }) => ({ id: name, group: d('palette.screens'), label: nameOf(name), icon, to: paths[name] })),
      { id: 'calendar', group: d('palette.screens'), label: t('calendar.title'), icon: 'calendar', to: paths.calendar },
      { id: 'report', group: d('palette.screens'), label: t('report.title'), icon: 'file', to: paths.report },
      ...attentionItems(),
      { id: 'new-project', group: d('palette.actions'), label: t('projects.new'), icon: 'plus', to: paths.newProject },
      { id: 'new-round', group: d('palette.actions'), label: t('rounds.new'), icon: 'plus', to: paths.newRound },
      { id: 'new-team', group: d('palette.actions'), label: t('teams.new'), icon: 'plus', to: paths.newTeam },
      { id: 'new-announcement', group: d('palette.actions'), label: t('announcements.new'), icon: 'send', to: paths.newAnnouncement },
      { id: 'new-person', group: d('palette.actions'), label: t('people.new'), icon: 'plus', to: paths.newPerson },
      ...commonActions(shortcuts, { signIn: t('signIn'), signOut: t('signOut') }),
    ],
    async find(text, signal) {
      const query = { text, pageSize: MOST }
      const [{ projects }, { teams }, { people }] = await Promise.all([
        call(listConsoleProjects, { query, signal }),
        call(listConsoleTeams, { query, signal }),
        call(listPeople, { query, signal }),
      ])
      const item = (
        kind: 'project' | 'team' | 'person',
        group: Entry,
        icon: IconName,
        id: number,
        label: string,
        hint?: string,
      ): PaletteItem => ({
        id: `${kind} ${id}`,
        group: nameOf(group),
        icon,
        label,
        hint,
        to: pathTo(kind, { id }),
      })
      return [
        ...projects.map(({ id, name, state }) => item('project', 'projects', 'projects', id, name, t(`state.${state}`))),
        ...teams.map(({ id, name, project }) => item('team', 'teams', 'team', id, name, project?.name)),
        ...people.map(({ id, name, email }) => item('person', 'people', 'person', id, name, email ?? undefined)),
      ]
    },
  }
  return shortcuts
}
