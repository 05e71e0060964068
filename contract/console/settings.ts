import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { LegalLink, Logo, MOST_LEGAL_LINKS, type SettingKey, SettingValues } from '#contract/settings.ts'
import { Nullable } from '#contract/shared.ts'
import { SOURCE } from '#texts/write.ts'

// The settings of the directory for curators, who read them, and administrators, who change them.

const settingKeys = Object.keys(SettingValues.properties) as SettingKey[]

export const ConsoleSettings = Type.Object({
  values: SettingValues,
  logo: Nullable(Logo),
  fixed: Type.Array(
    Type.Object({
      key: Type.Unsafe<SettingKey>({ type: 'string', enum: settingKeys }),
      variable: Type.String({ description: 'the environment variable that sets it' }),
    }),
    { description: 'values that cannot be changed here, because the environment sets them' },
  ),
  isTimeZoneChosen: Type.Boolean({
    description: 'false: nobody has chosen a time zone yet, and days are those of UTC; sending `timeZone` chooses it, also UTC',
  }),
  formRecipient: Type.String({ description: 'address that gets the messages of the contact form' }),
  countries: Type.Array(Type.String(), { description: 'country codes that can be chosen' }),
})
export type ConsoleSettings = Static<typeof ConsoleSettings>

export const getConsoleSettings = endpoint({
  id: 'getConsoleSettings',
  method: 'GET',
  path: '/console/settings',
  access: 'curator',
  tag: 'Console',
  summary: 'The settings of the directory',
  answer: ConsoleSettings,
  errors: [],
})

/** A text of a change has English, and may lack another language: the client may be older than it. */
const lenient = <T extends object>(texts: T): T => ({ ...texts, required: [SOURCE] })
const { welcome, privacy } = SettingValues.properties
const label = lenient(LegalLink.properties.label)

const Changes = Type.Partial(
  Type.Object({
    ...SettingValues.properties,
    welcome: lenient(welcome),
    privacy: lenient(privacy),
    links: Type.Array(Type.Object({ ...LegalLink.properties, label }), { maxItems: MOST_LEGAL_LINKS }),
  }),
  { examples: [{ name: 'Projects of the Faculty', accentHue: 250, undoMinutes: 10 }] },
)

export const updateSettings = endpoint({
  id: 'updateSettings',
  method: 'PUT',
  path: '/console/settings',
  access: 'administrator',
  tag: 'Console',
  summary: 'Changes the settings of the directory',
  description:
    'Omitted keys are not changed. A text without one of the languages, English excepted, keeps it. Every process follows within 250 ms. A value that the environment sets cannot be changed here (409 `setting_fixed`).',
  body: Changes,
  bodyLimit: 256 * 1024,
  answer: ConsoleSettings,
  errors: ['setting_fixed'],
})

export const uploadLogo = endpoint({
  id: 'uploadLogo',
  method: 'POST',
  path: '/console/settings/logo',
  access: 'administrator',
  tag: 'Console',
  summary: 'Uploads the logo of the directory',
  description:
    'One image (JPEG, PNG or WebP, no SVG) as `files` of multipart/form-data, at least 64 pixels wide and high. It is re-encoded without ' +
    'metadata, together with the icons of the web app; it replaces the present logo.',
  files: { most: 1, mostBytes: 5 * 1024 * 1024 },
  seconds: 35,
  answer: ConsoleSettings,
  errors: ['file_missing', 'image_refused', 'logo_too_small'],
})

export const deleteLogo = endpoint({
  id: 'deleteLogo',
  method: 'DELETE',
  path: '/console/settings/logo',
  access: 'administrator',
  tag: 'Console',
  summary: 'Removes the logo; the icon of the software is shown again',
  answer: ConsoleSettings,
  errors: [],
})

export const settingsEndpoints = [getConsoleSettings, updateSettings, uploadLogo, deleteLogo]
