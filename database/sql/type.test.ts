import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

const at = new Date('2026-02-28T23:59:59.123Z')
const json = { a: [1, 'ё', null, { b: true }] }

// SQL expressions and parsed values. Each is also tested in an array with a null.
const read: [expression: string, expected: unknown][] = [
  ['true', true],
  ['false', false],
  ['32767::int2', 32_767],
  ['(-2147483648)::int4', -2_147_483_648],
  ['4294967295::oid', 4_294_967_295],
  ['1.5::float4', 1.5],
  ['0.1::float8', 0.1],
  ["'NaN'::float8", Number.NaN],
  ['9223372036854775807::int8', '9223372036854775807'],
  ['12345678901234567890.10::numeric', '12345678901234567890.10'],
  [`'say "\\", {x}, NULL'::text`, 'say "\\", {x}, NULL'],
  [`''::text`, ''],
  [`'NULL'::text`, 'NULL'],
  [`'short'::varchar(10)`, 'short'],
  [`'tag'::name`, 'tag'],
  [`'x'::"char"`, 'x'],
  [`'0a0a0a0a-0b0b-0c0c-0d0d-0e0e0e0e0e0e'::uuid`, '0a0a0a0a-0b0b-0c0c-0d0d-0e0e0e0e0e0e'],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  [`'2024-02-29'::date`, '2024-02-29'],
  [`'2026-02-28 23:59:59.123+00'::timestamptz`, at],
  [`'{"a": [1, "ё", null, {"b": true}]}'::json`, json],
  [`'{"a": [1, "ё", null, {"b": true}]}'::jsonb`, json],
  [`'"text"'::jsonb`, 'text'],
  [`'null'::jsonb`, null],
  [`'1 day'::interval`, '1 day'],
  ['null::int', null],
]

for (const [expression, expected] of read)
  test(`${expression} is read as ${JSON.stringify(expected)}`, async () => {
    const [row] = await database.sql.unsafe(`select ${expression} as one`)
    assert.deepEqual(row!.one, expected)
    if (expression.includes('interval')) return
    const [{ list, nested } = { list: null, nested: null }] = await database.sql.unsafe(
      `select array[${expression}, null, ${expression}] as list, array[[${expression}], [${expression}]] as nested`,
    )
    assert.deepEqual(list, [expected, null, expected])
    assert.deepEqual(nested, [[expected], [expected]])
  })

test('a timestamp without time zone is parsed in the time zone of the process', async () => {
  const [row] = await database.sql`select '2026-02-28 12:00:00'::timestamp as one`
  assert.deepEqual(row!.one, new Date(2026, 1, 28, 12))
})

test('arrays may be empty and may have another lower bound than 1', async () => {
  const [row] = await database.sql`select '{}'::int[] as none, '[0:1]={1,2}'::int[] as early, array[]::text[] as words`
  assert.deepEqual({ ...row }, { none: [], early: [1, 2], words: [] })
})

test('values round-trip', async () => {
  const { sql } = database
  const bytes = Buffer.from([0, 1, 255])
  const text = 'a \\ "b" \'c\' {d} ё \u{1f600} \n\t'
  const [row] = await sql`
    select ${text} as text, ${[text, '', 'null', 'NULL']}::text[] as texts, ${[1, -2]}::int[] as ints, ${at} as at, ${bytes} as bytes, ${true} as yes,
      ${false} as no, ${12n} as big, ${sql.json(json)} as json, ${sql.json('text')} as word, ${'2024-02-29'}::date as day, ${1.5}::float8 as real,
      ${[at]}::timestamptz[] as times, ${null}::int as nothing, ${json as never}::jsonb as object`
  assert.deepEqual(
    { ...row },
    {
      text,
      texts: [text, '', 'null', 'NULL'],
      ints: [1, -2],
      at,
      bytes,
      yes: true,
      no: false,
      big: '12',
      json,
      word: 'text',
      day: '2024-02-29',
      real: 1.5,
      times: [at],
      nothing: null,
      object: json,
    },
  )
})

test('a Date is a timestamptz also where the server would infer another type', async () => {
  const [row] = await database.sql`select ${at} - interval '1 day' as before, coalesce(null, ${at}) as same`
  assert.deepEqual({ ...row }, { before: new Date(at.getTime() - 86_400_000), same: at })
})
