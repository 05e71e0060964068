import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#tests/support/database.ts'

const { sql, close } = await testDatabase()
after(close)
await sql`create table copied (id integer primary key, text text not null)`

async function* rows(count: number, from = 0) {
  for (let n = from; n < from + count; n++) yield Buffer.from(`${n}\t${'x'.repeat(n % 1000)}\n`)
}

async function read(parts: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all).toString()
}

test('rows copied in are the rows copied out, larger than all buffers', async () => {
  const count = await sql.begin((sql) => sql.copyIn('copy copied from stdin', rows(20_000)))
  assert.equal(count, 20_000)
  const text = await sql.begin('read only', (sql) => read(sql.copyOut('copy (select * from copied order by id) to stdout')))
  assert.equal(text, await read(rows(20_000)))
  assert.equal((await sql`select count(*)::int as n from copied`)[0]!.n, 20_000)
})

test('a slow reader gets everything', async () => {
  const total = await sql.begin('read only', async (sql) => {
    let bytes = 0
    for await (const part of sql.copyOut("copy (select n, repeat('y', 10000) from generate_series(1, 2000) n) to stdout")) {
      bytes += part.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    return bytes
  })
  assert.ok(total > 20_000_000)
})

test('a source that fails ends the statement with its error and nothing is written', async () => {
  async function* failing() {
    yield* rows(10, 100_000)
    throw new Error('the archive is damaged')
  }
  await assert.rejects(
    sql.begin((sql) => sql.copyIn('copy copied from stdin', failing())),
    /the archive is damaged/,
  )
  assert.equal((await sql`select count(*)::int as n from copied where id >= 100000`)[0]!.n, 0)
})

test('rows that the server refuses end the statement with its error', async () => {
  await sql`truncate copied`
  await sql.begin((sql) => sql.copyIn('copy copied from stdin', rows(5)))
  await assert.rejects(
    sql.begin((sql) => sql.copyIn('copy copied from stdin', rows(50_000))),
    /duplicate key/,
  )
  await assert.rejects(
    sql.begin('read only', (sql) => read(sql.copyOut('copy missing to stdout'))),
    /missing/,
  )
})

test('a reader that stops early fails its transaction, and the pool goes on', async () => {
  await assert.rejects(
    sql.begin('read only', async (sql) => {
      for await (const _ of sql.copyOut("copy (select repeat('z', 1000) from generate_series(1, 100000)) to stdout")) break
    }),
  )
  assert.equal((await sql`select 1 as one`)[0]!.one, 1)
})
