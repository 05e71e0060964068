import { type Static, Type } from 'typebox'
import { languages } from '#texts/languages.ts'
import { endpoint } from './endpoint.ts'
import { type Language, LanguageName, type Localized } from './language.ts'
import { type NotificationKind, notificationKinds, type When, whens } from './notification.ts'
import { Nullable } from './shared.ts'

// Settings of the directory: what everybody may read, and the images of the logo. Administrators change them: console/settings.ts.

export const LONGEST_NAME = 60
export const LONGEST_WELCOME = 1000
export const LONGEST_PRIVACY = 20_000
export const LONGEST_LABEL = 60
export const MOST_LEGAL_LINKS = 6
export const MOST_UNDO_MINUTES = 60
export const MOST_WAITING_LIMIT = 20
export const MOST_TEAM_SIZE = 50
export const MOST_FREE_TEAMS = 10

export const teamMakers = ['curators', 'members'] as const
export type TeamMakers = (typeof teamMakers)[number]

/** A text in each language. */
const Texts = (maxLength: number, description: string) =>
  Type.Unsafe<Localized>({
    type: 'object',
    required: [...languages],
    properties: Object.fromEntries(languages.map((language) => [language, { type: 'string', maxLength }])),
    description,
  })

export const LegalLink = Type.Object({
  label: Texts(LONGEST_LABEL, 'an empty one is replaced by one that is not'),
  url: Type.String({ maxLength: 500, description: 'http or https' }),
})
export type LegalLink = Static<typeof LegalLink>

export const Logo = Type.Object({
  url: Type.String({ description: 'PNG with transparency; the content never changes' }),
  width: Type.Integer(),
  height: Type.Integer(),
})

const forAll = {
  name: Type.String({ maxLength: LONGEST_NAME, description: 'of the directory' }),
  accentHue: Type.Integer({ description: '0 to 359, a hue of OKLCH: the colours of links and buttons are made from it' }),
  languages: Type.Array(LanguageName, { maxItems: languages.length, description: 'that people can choose' }),
  locale: Type.Unsafe<Language>({ ...LanguageName, description: 'the default language' }),
  timeZone: Type.String({ maxLength: 64, description: 'of “today”, as in the IANA database' }),
  contact: Nullable(Type.String({ maxLength: 254, description: 'email address for questions' })),
  undoMinutes: Type.Integer({
    description: 'how long a curator’s decision can be undone before it takes effect; 0: it takes effect at once',
  }),
  mostWaiting: Type.Integer({ description: 'how many applications of a team may await a decision' }),
  whoFormsTeams: Type.Unsafe<TeamMakers>({
    type: 'string',
    enum: [...teamMakers],
    description: 'members: every signed-in person can make a team, invite and join; curators: only curators form teams',
  }),
  leastTeamSize: Type.Integer({ description: 'members a team needs to apply for a project' }),
  mostTeamSize: Type.Integer({ description: 'people can join a team until it has so many members' }),
  freeTeamsPerPerson: Type.Integer({ description: 'how many teams without a running project a person can make or join' }),
  welcome: Texts(LONGEST_WELCOME, 'Markdown; empty: no text'),
  privacy: Texts(LONGEST_PRIVACY, 'Markdown, shown above the built-in privacy policy; empty: only the built-in one'),
  links: Type.Array(LegalLink, { maxItems: MOST_LEGAL_LINKS, description: 'imprint, terms of use and the like' }),
}

export const notificationDefaults = Type.Unsafe<Partial<Record<NotificationKind, When>>>({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(notificationKinds.map((kind) => [kind, { type: 'string', enum: [...whens] }])),
  description: 'of new accounts; kinds that are not listed are sent immediately',
})

/** Everything an administrator can change. */
export const SettingValues = Type.Object({
  ...forAll,
  country: Nullable(Type.String({ maxLength: 2, description: 'of phone numbers without a country code, like GB' })),
  notifications: notificationDefaults,
})
export type SettingValues = Static<typeof SettingValues>
export type SettingKey = keyof SettingValues

export const Settings = Type.Object({ ...forAll, logo: Nullable(Logo) })
export type Settings = Static<typeof Settings>

export const getSettings = endpoint({
  id: 'getSettings',
  method: 'GET',
  path: '/settings',
  access: 'public',
  tag: 'Settings',
  summary: 'Name, logo, colour, languages, texts and limits of the directory',
  answer: Settings,
  errors: [],
  sameForAll: true,
})

// Bytes, not JSON (http/response/download.ts).
export const getLogo = endpoint({
  id: 'getLogo',
  method: 'GET',
  path: '/logo/{file}',
  access: 'public',
  tag: 'Settings',
  summary: 'An image of the logo',
  description:
    'The address of the logo is in `GET /settings`; the web app manifest lists its icons. The content never changes and can be cached permanently.',
  params: Type.Object({
    file: Type.String({ pattern: '^[0-9a-f]{32}-(logo|32|180|192|512|maskable)\\.png$', examples: [`${'0'.repeat(32)}-logo.png`] }),
  }),
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The image', types: ['image/png'], hasRanges: true },
  errors: ['file_not_found', 'database_unavailable'],
})
