import type { Areas } from './areas.ts'
import type { KeyOf } from './write.ts'

/** The texts that a web app loads at once, of one language: run/web/texts.ts makes a module of each. */
export const packs = {
  ui: ['ui'],
  fields: ['fields'],
  commands: ['commands'], // wide screens
  'first-screen': ['client/first-screen'],
  more: ['client/lists', 'client/project', 'client/my', 'client/profile', 'client/teams', 'cover'],
  rounds: ['client/rounds', 'proof'],
  privacy: ['client/privacy'],
  console: [
    'console/shell',
    'console/today',
    'console/projects',
    'console/table',
    'cover',
    'console/requests',
    'console/questions',
    'console/rounds',
    'console/teams',
    'console/people',
    'console/vocabularies',
    'console/import-export',
    'console/announcements',
    'console/mail',
    'console/operations',
    'console/audit',
    'console/settings',
  ],
} as const satisfies Record<string, readonly (keyof Areas)[]>

export type PackName = keyof typeof packs
type KeyOfArea = { [A in keyof Areas]: KeyOf<Areas[A]> }
export type PackKey<P extends PackName> = KeyOfArea[(typeof packs)[P][number]]
