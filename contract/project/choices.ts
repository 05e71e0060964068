// The fields of a project that are one of some words, or not stated; fields.ts has all fields. Apart from them, because the first screen of the
// client needs these alone.

export const choiceFields = {
  workFormat: { kind: 'choice', words: ['on_site', 'remote', 'hybrid'], public: 'list', isListed: true },
} as const

/** Where a choice is filtered or counted: nothing is chosen. */
export const NOT_STATED = 'not_stated'
export type ChoiceKey = keyof typeof choiceFields
export type Choice<K extends ChoiceKey = ChoiceKey> = (typeof choiceFields)[K]['words'][number]
export type ChoiceWord<K extends ChoiceKey = ChoiceKey> = Choice<K> | typeof NOT_STATED

export const choiceKeys = Object.keys(choiceFields) as ChoiceKey[]
export const isChoiceKey = (key: string): key is ChoiceKey => Object.hasOwn(choiceFields, key)

export const choiceWords = <K extends ChoiceKey>(key: K): readonly ChoiceWord<K>[] => [...choiceFields[key].words, NOT_STATED]

/** The words chosen for each field; a field without any is not filtered. */
export type ChoiceFilter = { [K in ChoiceKey]?: ChoiceWord<K>[] | undefined }
export type ChoiceCounts = { [K in ChoiceKey]: { word: ChoiceWord<K>; count: number }[] }

/** Whether the project has one of the words of each field. */
export const isChosen = (project: { [K in ChoiceKey]?: Choice<K> | null }, filter: ChoiceFilter): boolean =>
  choiceKeys.every((key) => filter[key]?.includes(project[key] ?? NOT_STATED) ?? true)
