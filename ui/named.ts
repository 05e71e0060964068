import { language } from './settings.ts'

type Named = { name: string; nameRu?: string | null } // what was saved long ago may know one language only

/** The name of a word of the directory's vocabularies in the reader's language. */
export const named = ({ name, nameRu }: Named): string => (language.value === 'ru' && nameRu) || name
