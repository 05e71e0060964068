import { type TOptional, type TUnsafe, Type } from 'typebox'
import { Count, Day, Nullable } from '#contract/shared.ts'
import { type ChoiceCounts, type ChoiceKey, type ChoiceWord, choiceKeys, choiceWords } from './choices.ts'
import { type ProjectField, type ProjectKey, projectFields, type ValueOfField } from './fields.ts'

// The schemas of the fields of a project: as answers have them, and as curators send them.

type Fields = typeof projectFields
type Schemas<K extends ProjectKey> = { [P in K]: TUnsafe<ValueOfField<Fields[P]>> }
type Drafts<K extends ProjectKey> = { [P in K]: P extends 'name' ? TUnsafe<string> : TOptional<TUnsafe<ValueOfField<Fields[P]>>> }

const LINES = 50 // of one field

const about = ({ about }: ProjectField) => (about === undefined ? {} : { description: about })

const schemaOf = (field: ProjectField) => {
  if (field.kind === 'name') return Type.String()
  if (field.kind === 'flag') return Type.Boolean(about(field))
  if (field.kind === 'lines') return Type.Array(Type.String())
  if (field.kind === 'date') return Nullable(Day)
  if (field.kind === 'integer') return Nullable(Count)
  return Nullable(Type.String({ ...(field.words ? { enum: [...field.words] } : {}), ...about(field) }))
}

const draftOf = (field: ProjectField) => {
  const limits = { maxLength: field.most, ...about(field) }
  if (field.kind === 'name') return Type.String({ minLength: 1, ...limits })
  if (field.kind === 'lines') return Type.Optional(Type.Array(Type.String(limits), { maxItems: LINES }))
  if (field.kind === 'integer') return Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: field.most })))
  if (field.kind === 'line' || field.kind === 'text') return Type.Optional(Nullable(Type.String(limits)))
  return Type.Optional(schemaOf(field))
}

const of = <K extends ProjectKey, S>(keys: readonly K[], make: (field: ProjectField) => unknown) =>
  Object.fromEntries(keys.map((key) => [key, make(projectFields[key])])) as S

const ofChoices = <S>(make: (key: ChoiceKey) => unknown) => Object.fromEntries(choiceKeys.map((key) => [key, make(key)])) as S

const wordOf = (key: ChoiceKey) => ({ type: 'string', enum: [...choiceWords(key)] })
export const choiceCounts = ofChoices<{ [K in ChoiceKey]: TUnsafe<ChoiceCounts[K]> }>((key) =>
  Type.Array(Type.Object({ word: Type.Unsafe<string>(wordOf(key)), count: Count })),
)
/** One word, for the query of an address. */
export const choiceQueries = ofChoices<{ [K in ChoiceKey]: TOptional<TUnsafe<ChoiceWord<K>>> }>((key) =>
  Type.Optional(Type.Unsafe<string>(wordOf(key))),
)

export const fieldSchemas = <K extends ProjectKey>(keys: readonly K[]): Schemas<K> => of(keys, schemaOf)
export const draftSchemas = <K extends ProjectKey>(keys: readonly K[]): Drafts<K> => of(keys, draftOf)
