// Turns a statement template into its text with placeholders $1, $2 … and the encoded values.

/** A statement or a part of one; parts are values, identifiers and other fragments. */
export class Fragment {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
  constructor(strings: readonly string[], parts: readonly unknown[]) {
    this.strings = strings
    this.parts = parts
  }
}

/** A table or column name, or `table.column`. */
export class Identifier {
  readonly text: string
  constructor(name: string) {
    this.text = quoted(name).replaceAll('.', '"."')
  }
}

/** Rows for `insert into`, columns for `set`, or values for `in`: the text before it decides. */
export class List {
  readonly items: readonly unknown[]
  constructor(items: object) {
    this.items = Array.isArray(items) ? items : [items]
  }
}

export class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

export type WireValue = string | Buffer | null
/** isOneOff: the text depends on the number of values, so it is not worth preparing. */
export type Statement = { text: string; values: WireValue[]; isOneOff: boolean }

const MAX_VALUES = 65_535

export function composed(fragment: Fragment): Statement {
  const statement: Statement = { text: '', values: [], isOneOff: false }
  add(statement, fragment)
  if (statement.values.length > MAX_VALUES) throw new Error(`a statement has ${statement.values.length} values, more than ${MAX_VALUES}`)
  return statement
}

function add(statement: Statement, { strings, parts }: Fragment): void {
  statement.text += strings[0]
  for (let n = 0; n < parts.length; n++) {
    addPart(statement, parts[n])
    statement.text += strings[n + 1]
  }
}

function addPart(statement: Statement, part: unknown): void {
  if (part instanceof Fragment) add(statement, part)
  else if (part instanceof Identifier) statement.text += part.text
  else if (part instanceof List) addList(statement, part.items)
  else addValue(statement, part)
}

// Explicit casts where the server would infer another type: in `$1 - interval '1 day'` it takes $1 for an interval.
function addValue(statement: Statement, value: unknown): void {
  const { values } = statement
  let type = ''
  if (value === undefined) throw new Error(`a value is undefined in the statement: ${statement.text.slice(-100)}`)
  if (value === null || typeof value === 'string') values.push(value)
  else if (typeof value === 'number') values.push(String(value))
  else if (typeof value === 'boolean') {
    values.push(value ? 't' : 'f')
    type = '::bool'
  } else if (typeof value === 'bigint') {
    values.push(String(value))
    type = '::int8'
  } else if (value instanceof Date) {
    values.push(value.toISOString())
    type = '::timestamptz'
  } else if (value instanceof Uint8Array) {
    values.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
    type = '::bytea'
  } else if (value instanceof Json) {
    values.push(value.value === null ? null : JSON.stringify(value.value))
    type = '::jsonb'
  } else values.push(Array.isArray(value) ? arrayText(value) : JSON.stringify(value))
  statement.text += `$${values.length}${type}`
}

function arrayText(items: readonly unknown[]): string {
  return `{${items.map(itemText).join(',')}}`
}

function itemText(item: unknown): string {
  if (item === null) return 'null'
  if (item === undefined) throw new Error('a value of a list is undefined')
  if (Array.isArray(item)) return arrayText(item)
  const text = item instanceof Date ? item.toISOString() : typeof item === 'object' ? JSON.stringify(item) : String(item)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function addList(statement: Statement, items: readonly unknown[]): void {
  statement.isOneOff = true
  if (/\bin\s*$/i.test(statement.text)) return addEach(statement, items)
  const rows = items as readonly Record<string, unknown>[]
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) throw new Error(`nothing to write in the statement: ${statement.text}`)
  if (/\bset\s*$/i.test(statement.text)) return addColumns(statement, columns, rows[0]!)
  if (!/\binsert\s+into\s+[\w."]+\s*$/i.test(statement.text)) throw new Error(`a list fits nothing in the statement: ${statement.text}`)
  statement.text += `(${columns.map(quoted).join(',')})values`
  for (const [n, row] of rows.entries()) {
    if (n > 0) statement.text += ','
    addEach(
      statement,
      columns.map((column) => row[column]),
    )
  }
}

// `in ()` is a syntax error; `in (null)` matches nothing.
function addEach(statement: Statement, items: readonly unknown[]): void {
  statement.text += items.length === 0 ? '(null' : '('
  for (const [n, item] of items.entries()) {
    if (n > 0) statement.text += ','
    addPart(statement, item)
  }
  statement.text += ')'
}

function addColumns(statement: Statement, columns: readonly string[], row: Record<string, unknown>): void {
  for (const [n, column] of columns.entries()) {
    statement.text += `${n > 0 ? ',' : ''}${quoted(column)}=`
    addPart(statement, row[column])
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
