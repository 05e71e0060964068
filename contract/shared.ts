import { type Static, type TSchema, Type } from 'typebox'

export const MAX_ID = 2_147_483_647 // field clients decode ids as 32-bit integers

export const Id = Type.Integer({ minimum: 1, maximum: MAX_ID })
export const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80, examples: ['city-tree-census'] })
export const Day = Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-09-01'] })
export const Instant = Type.String({ format: 'date-time', examples: ['2026-09-01T08:30:00.000Z'] })
export const Count = Type.Integer({ minimum: 0 })

// "type: [x, null]" instead of a union, which would cost a second validation pass and is harder to read in the documents.
export const Nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [(schema as { type?: string }).type, 'null'],
    ...('enum' in schema ? { enum: [...(schema.enum as unknown[]), null] } : {}),
  })

// Query parameters arrive as text; these are read by rules/paging.ts.
export const NUMBER_TEXT = '^-?\\d{1,10}$'
const numberText = (description: string) => Type.Optional(Type.String({ pattern: NUMBER_TEXT, examples: ['1'], description }))
export const PageText = numberText('from 1; a page past the end is empty')
export const countText = (standard: string, most: number) => numberText(`default ${standard}; values above ${most} count as ${most}`)

export const Deleted = Type.Object({ id: Id, status: Type.Literal('deleted') })

/** A list in pages: its query, and what its answer says of the page. */
export const pageQuery = (standard = '50', most = 100) => ({ page: PageText, pageSize: countText(standard, most) })
const PageNumber = Type.Integer({ minimum: 1 })
export const pageAnswer = { total: Count, page: PageNumber, pageSize: PageNumber }

// RFC 9457
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  requestId: Type.String(),
  error: Type.Optional(Type.String({ description: 'auth backend only: OAuth error code' })),
  error_description: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() }))),
  choices: Type.Optional(Type.Array(Id, { description: '`choices_changed` only: ids of the team’s choices in their present order' })),
})
export type Problem = Static<typeof Problem>
