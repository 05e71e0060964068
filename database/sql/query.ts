import type { Connection } from './connection.ts'
import { composed, Fragment, Identifier, Json, List } from './text.ts'

// biome-ignore lint/suspicious/noExplicitAny: the row type is declared at each statement
export type Row = Record<string, any>
export type Rows<T extends readonly object[]> = T & { count: number; command: string }
export type JSONValue = string | number | boolean | null | readonly JSONValue[] | { readonly [key: string]: JSONValue | undefined }
type Value = string | number | boolean | bigint | null | Date | Uint8Array | Json | Fragment | Identifier | List | readonly Value[]

/** A lazy statement: it runs when awaited. Inside another statement it is a fragment. */
export interface PendingQuery<T extends readonly object[]> extends Promise<Rows<T>>, Fragment {
  /** Runs it immediately; the result can be awaited later. */
  execute(): this
  /** Rows in batches; only inside a transaction. */
  cursor(size: number): AsyncIterable<T>
  /** Cancels it while it runs: it fails with 57014. */
  cancel(): void
}

/** Parameter of store functions: the pool or a transaction. */
export interface AnySql {
  (name: string): Identifier
  /** Rows for `insert into`, columns for `set`, or values for `in`. */
  (list: readonly object[] | (string | number)[] | Record<string, unknown>): List
  <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: Value[]): PendingQuery<T>
  json(value: JSONValue): Json
  /** Raw SQL without parameters: several statements, or a fragment. */
  unsafe(text: string): PendingQuery<Row[]>
}

export type Runner = {
  run(query: Query): Promise<Rows<Row[]>>
  cursor(query: Query, size: number): AsyncIterable<Row[]>
}

export function createSql(runner: Runner): AnySql {
  const sql = (first: TemplateStringsArray | string | object, ...parts: unknown[]) => {
    if (typeof first === 'string') return new Identifier(first)
    return 'raw' in first ? new Query(runner, first as TemplateStringsArray, parts) : new List(first)
  }
  return Object.assign(sql, {
    json: (value: JSONValue) => new Json(value),
    unsafe: (text: string) => new Query(runner, [text], [], true),
  }) as unknown as AnySql
}

export class Query extends Fragment {
  readonly isPlain: boolean
  connection: Connection | null = null
  readonly #runner: Runner
  #answer: Promise<Rows<Row[]>> | null = null

  constructor(runner: Runner, strings: readonly string[], parts: readonly unknown[], isPlain = false) {
    super(strings, parts)
    this.#runner = runner
    this.isPlain = isPlain
  }

  #run(): Promise<Rows<Row[]>> {
    this.#answer ??= this.#runner.run(this)
    return this.#answer
  }

  execute(): this {
    this.#run()
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: a lazy thenable
  then<A, B>(...handlers: Parameters<Promise<Rows<Row[]>>['then']>): Promise<A | B> {
    return this.#run().then(...handlers) as Promise<A | B>
  }

  catch(handler: (error: unknown) => unknown): Promise<unknown> {
    return this.#run().catch(handler)
  }

  finally(handler: () => void): Promise<unknown> {
    return this.#run().finally(handler)
  }

  get [Symbol.toStringTag](): string {
    return 'Query'
  }

  cursor(size: number): AsyncIterable<Row[]> {
    return this.#runner.cursor(this, size)
  }

  cancel(): void {
    this.connection?.cancel()
  }
}

export async function runOn(connection: Connection, query: Query): Promise<Rows<Row[]>> {
  const { text, values, isOneOff } = composed(query)
  const isPrepared = !isOneOff && !query.isPlain
  const timeout = isPrepared && text.includes('statement_timeout') ? /\bstatement_timeout = (\d+)/.exec(text) : null
  if (timeout) connection.statementTimeout = Number(timeout[1]) // the answer of the server may take as long
  query.connection = connection
  try {
    const { rows, count, command } = await connection.run(text, query.isPlain ? undefined : values, isPrepared)
    return Object.assign(rows as Row[], { count, command })
  } finally {
    query.connection = null
  }
}

// Cursors of a connection by number. Numbers are used again: pg_stat_statements has an entry for each name of a cursor.
const cursors = new WeakMap<Connection, Set<number>>()

function takeCursor(connection: Connection): { name: string; free: () => void } {
  const taken = cursors.get(connection) ?? new Set()
  cursors.set(connection, taken)
  let number = 1
  while (taken.has(number)) number++
  taken.add(number)
  return { name: `batch_${number}`, free: () => taken.delete(number) }
}

/** Rows in batches, with a server-side cursor; only inside a transaction. */
export async function* batchesOn(connection: Connection, query: Query, size: number): AsyncGenerator<Row[]> {
  const { name, free } = takeCursor(connection)
  const { text, values } = composed(query)
  const fetch = () => connection.run(`fetch ${size} from ${name}`)
  let isLast = false
  try {
    // Plan for fetching all rows, not for fast first rows.
    const [, , first] = await Promise.all([
      connection.run('set local cursor_tuple_fraction = 1'),
      connection.run(`declare ${name} no scroll cursor for ${text}`, values),
      fetch(),
    ])
    for (let { rows } = first; ; { rows } = await fetch()) {
      isLast = rows.length < size
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  } finally {
    // After a failure the transaction is rolled back anyway.
    await connection.run(`close ${name}`).catch(() => {})
    free()
  }
}
