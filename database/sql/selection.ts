import type { AnySql, PendingQuery, Row } from '#database/sql.ts'

// What a statement selects, by the keys of a row type: a key that is left out does not compile.

type Part = PendingQuery<Row[]>
type Expressions<T> = { [K in keyof Required<T>]: Part }

export const joined = (sql: AnySql, parts: readonly Part[]): Part => parts.reduce((all, part) => sql`${all}, ${part}`)

export const selectionOf = <T extends object>(sql: AnySql, expressions: Expressions<T>): Part =>
  joined(
    sql,
    Object.entries<Part>(expressions).map(([key, expression]) => sql`${expression} as ${sql(key)}`),
  )

export const jsonOf = <T extends object>(sql: AnySql, expressions: Expressions<T>): Part =>
  sql`json_build_object(${joined(
    sql,
    Object.entries<Part>(expressions).map(([key, expression]) => sql`${key}::text, ${expression}`),
  )})`
