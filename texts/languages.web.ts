import { languages as names } from 'virtual:texts/languages'

export const languages: readonly string[] = Object.keys(names)
