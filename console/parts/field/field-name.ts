import { t } from '#console/texts.ts'
import { fieldText, hasFieldText } from '#ui/field-texts.ts'

// The fields of a project in words, where they are told by their key.

export const fieldName = (key: string): string => (hasFieldText(key) ? fieldText(key) : t(`projects.${key as 'state'}`))

/** The word of a choice; null for other values. */
export const choiceName = (key: string, value: unknown): string | null => {
  const text = `${key}.${value}`
  return hasFieldText(text) ? fieldText(text) : null
}
