import type { Connection } from './sql-connection.ts'
import { composed, Fragment, Identifier, Json, List } from './sql-text.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a statement returns is known where it is written
export type Row = Record<string, any>
export type Rows<T extends readonly object[]> = T & { count: number; command: string }
export type JSONValue = string | number | boolean | null | readonly JSONValue[] | { readonly [key: string]: JSONValue | undefined }
type Value = string | number | boolean | bigint | null | Date | Uint8Array | Json | Fragment | Identifier | List | readonly Value[]

/** A statement. It runs when it is waited for; inside another one it is a part of that one. */
export interface PendingQuery<T extends readonly object[]> extends Promise<Rows<T>>, Fragment {
  /** Runs it now; it can be waited for later. */
  execute(): this
  /** Its rows in batches; inside a transaction only. */
  cursor(size: number): AsyncIterable<T>
  /** Ends it while it runs: it fails with 57014. */
  cancel(): void
}

/** What store functions take: the pool, or the transaction they are part of. */
export interface AnySql {
  (name: string): Identifier
  /** Rows for `insert into`, columns for `set`, or values for `in`. */
  (list: readonly object[] | (string | number)[] | Record<string, unknown>): List
  <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: Value[]): PendingQuery<T>
  json(value: JSONValue): Json
  /** Text as it is: several statements, or a part of one. */
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

  // biome-ignore lint/suspicious/noThenProperty: it is waited for like a promise, and only then runs
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

// The server plans a statement once for each connection, by a name for its text. A statement that lifts the server's own limit lifts that
// of the connection too.
type Known = { name: string; isLimit: boolean }
const known = new Map<string, Known>()

function knownAs(text: string): Known {
  let one = known.get(text)
  if (!one) {
    one = { name: `s${known.size + 1}`, isLimit: text.includes('statement_timeout') }
    known.set(text, one)
  }
  return one
}

export async function runOn(connection: Connection, query: Query): Promise<Rows<Row[]>> {
  const { text, values, isOneOff } = composed(query)
  const { name, isLimit } = isOneOff || query.isPlain ? { name: undefined, isLimit: false } : knownAs(text)
  if (isLimit) connection.isPatient = true
  query.connection = connection
  try {
    const { rows, count, command } = await connection.run(text, query.isPlain ? undefined : values, name)
    return Object.assign(rows as Row[], { count, command })
  } finally {
    query.connection = null
  }
}

let cursors = 0

/** Rows of a statement in batches, by a cursor of the server; only inside a transaction. */
export async function* batchesOn(connection: Connection, query: Query, size: number): AsyncGenerator<Row[]> {
  const name = `batch_${++cursors}`
  const { text, values } = composed(query)
  const fetch = () => connection.run(`fetch ${size} from ${name}`)
  // All rows are wanted, not the first ones soon.
  const [, , first] = await Promise.all([
    connection.run('set local cursor_tuple_fraction = 1'),
    connection.run(`declare ${name} no scroll cursor for ${text}`, values),
    fetch(),
  ])
  let isWhole = false
  try {
    for (let { rows } = first; ; { rows } = await fetch()) {
      isWhole = rows.length < size
      if (rows.length > 0) yield rows
      if (isWhole) return
    }
  } finally {
    // Where it failed, the transaction ends anyway.
    await connection.run(`close ${name}`).catch(() => {})
  }
}
