import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '#database/sql.ts'
import { composed, type Fragment } from './text.ts'

const sql = connect('postgres://nobody@127.0.0.1:1/none') // never connects
const written = (fragment: Fragment) => {
  const { text, values } = composed(fragment)
  return [text, ...values]
}

test('values are sent as parameters, whatever they contain', () => {
  const name = "'; drop table tag; --"
  assert.deepEqual(written(sql`select ${1}, ${name}, ${null}`), ['select $1, $2, $3', '1', name, null])
})

test('types the server cannot infer are cast', () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const bytes = Buffer.from([0, 255])
  assert.deepEqual(written(sql`${true} ${false} ${at} ${bytes} ${12n} ${sql.json({ a: [1] })} ${sql.json(null)}`), [
    '$1::bool $2::bool $3::timestamptz $4::bytea $5::int8 $6::jsonb $7::jsonb',
    't',
    'f',
    '2026-01-02T03:04:05.678Z',
    bytes,
    '12',
    '{"a":[1]}',
    null,
  ])
})

test('arrays are written in PostgreSQL syntax', () => {
  assert.deepEqual(written(sql`${[1, 2]}::int[] ${[]} ${['a,b', 'say "\\"', null as never, '']} ${[[1], [2]]}`), [
    '$1::int[] $2 $3 $4',
    '{"1","2"}',
    '{}',
    '{"a,b","say \\"\\\\\\"",null,""}',
    '{{"1"},{"2"}}',
  ])
})

test('nested fragments become part of the statement, at any depth', () => {
  const inner = sql`b = ${2} ${sql``}`
  const part = sql`and (${inner} or c = ${3})`
  assert.deepEqual(written(sql`select 1 where a = ${1} ${part} ${sql.unsafe('limit 1')}`), [
    'select 1 where a = $1 and (b = $2  or c = $3) limit 1',
    '1',
    '2',
    '3',
  ])
})

test('identifiers are quoted, also table.column', () => {
  assert.deepEqual(written(sql`select ${sql('p.name')} from ${sql('a "b" c')}`), ['select "p"."name" from "a ""b"" c"'])
})

test('rows, columns and lists are written according to the text before them', () => {
  const rows = [
    { a: 1, b: sql`now()` },
    { a: null, b: 'x' },
  ]
  assert.deepEqual(written(sql`insert into t ${sql(rows)} returning id`), [
    'insert into t ("a","b")values($1,now()),($2,$3) returning id',
    '1',
    null,
    'x',
  ])
  assert.deepEqual(written(sql`insert into ${sql('auth.t')} ${sql({ a: true })}`), ['insert into "auth"."t" ("a")values($1::bool)', 't'])
  assert.deepEqual(written(sql`update t set ${sql({ a: 1, 'b"': [2] })} where id = ${3}`), [
    'update t set "a"=$1,"b"""=$2 where id = $3',
    '1',
    '{"2"}',
    '3',
  ])
  assert.deepEqual(written(sql`select 1 where a in ${sql([1, 2])}`), ['select 1 where a in ($1,$2)', '1', '2'])
  assert.deepEqual(written(sql`select 1 where a in ${sql([])}`), ['select 1 where a in (null)'])
})

test('invalid values are rejected before anything is sent', () => {
  assert.throws(() => composed(sql`select ${undefined as never}`), /undefined/)
  assert.throws(() => composed(sql`select ${[undefined as never]}`), /undefined/)
  assert.throws(() => composed(sql`insert into t ${sql([{ a: 1 }, { b: 2 }])}`), /undefined/)
  assert.throws(() => composed(sql`insert into t ${sql([])}`), /nothing to write/)
  assert.throws(() => composed(sql`select ${sql({ a: 1 })}`), /fits nothing/)
  assert.throws(() => composed(sql`select ${new Date(Number.NaN)}`), RangeError)
  assert.throws(() => composed(sql`select 1 where a in ${sql(Array.from({ length: 65_536 }, (_, n) => n))}`), /65536 values/)
})

test('only statements with a constant text are prepared', () => {
  assert.equal(composed(sql`select ${1}`).isOneOff, false)
  assert.equal(composed(sql`select 1 where a in ${sql([1])}`).isOneOff, true)
})
