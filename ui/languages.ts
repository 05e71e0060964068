import { serverConfig } from './server/server-config.ts'

const names = { en: 'English', ru: 'Русский' }

/** The languages that the directory offers, each by its own name. */
export const languageOptions = serverConfig.languages.map((value) => ({ value, label: names[value] }))
