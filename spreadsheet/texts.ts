import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import { languages } from '#texts/languages.ts'
import { readTexts, textsOf } from '#texts/server.ts'

export const sheetText = textsOf('sheets')
export type SheetKey = Parameters<typeof sheetText>[1]

/** The name of a column, as the console shows it. A column that has none keeps its key. */
export function labelOf(kind: SheetKind, key: string, language: Language): string {
  const label = `${kind}.${key}.column`
  return sheetText.has(label) ? sheetText(language, label) : key
}

const spellings = new Map<string, string[]>()

/** What people write in a heading or a cell, in every language: texts/<language>/spellings.json. */
export function spellingsOf(key: string): string[] {
  const found = spellings.get(key) ?? languages.flatMap((language) => readTexts(language, 'spellings')[key]?.split('|') ?? [])
  spellings.set(key, found)
  return found
}

/** The value that a text stands for, which may be the value itself or a word for it in any language. */
export const readWord = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text || spellingsOf(`${value}.word`).includes(text))
