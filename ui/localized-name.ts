import { language } from './settings.ts'

type Named = { name: string; nameRu?: string | null } // older saved data has no nameRu

/** The name of a vocabulary term in the chosen language. */
export const localizedName = ({ name, nameRu }: Named): string => (language.value === 'ru' && nameRu) || name
