import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readFilters } from '#rules/project/filters.ts'
import { createCalendar } from '#rules/time/day.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { textOf } from '#tests/support/json.ts'
import { type Catalog, openCatalog } from './catalog.ts'

const MANY = 300
let database: TestDatabase
const folders: string[] = []
before(async () => {
  database = await testDatabase()
  const { sql } = database
  await sql`insert into tag (id, name) values (1, 'even'), (2, 'odd')`
  await sql`
    insert into project (id, slug, name, description, state, published_at)
    select n, 'p-' || n, 'Original number' || n, 'Common ' || (select string_agg('w' || (n * k) % 500, ' ') from generate_series(1, 30) k),
      'published', now() from generate_series(1, ${MANY}::int) n`
  await sql`insert into project_tag select n, 1 + n % 2 from generate_series(1, ${MANY}::int) n`
})
after(async () => {
  await database?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'search-file-'))
  folders.push(folder)
  return folder
}

type Lines = { details: Record<string, unknown>; text: string }[]
const options = { now: () => new Date(), calendar: createCalendar('UTC'), apiUrl: 'http://a.example/api', publicPeople: true }

/** Opens a catalog, waits for its index, and returns how many projects were indexed rather than read from the file. */
async function open(cacheDir?: string): Promise<{ catalog: Catalog; indexed: unknown; lines: Lines }> {
  const lines: Lines = []
  const note = (details: object, text: string) => void lines.push({ details: details as Record<string, unknown>, text })
  const catalog = await openCatalog({ sql: database.sql, ...options, cacheDir, log: { info: note, warn: note } })
  await until(() => catalog.searchIsReady)
  return { catalog, lines, indexed: lines.find(({ text }) => text === 'search index is ready')!.details.indexed }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

const file = (folder: string) => join(folder, 'search-index')

async function saved(folder: string): Promise<void> {
  const { catalog } = await open(folder)
  await until(() => existsSync(file(folder)))
  await catalog.close()
}

const questions = ['common', 'original', 'w7', 'w12 w24', 'even', 'odd number17', 'changed', 'new', 'orignal', 'or', 'number', 'renamed']

function answers(catalog: Catalog): string[] {
  return questions.flatMap((text) =>
    [1, 2, 9].map((page) => textOf(catalog.find({ filter: readFilters({ text }).filter, sort: 'relevance', page, pageSize: 7 }))),
  )
}

async function assertSameAsNew(catalog: Catalog): Promise<void> {
  const fresh = await open()
  assert.equal(fresh.indexed, catalog.projectCount)
  assert.deepEqual(answers(catalog), answers(fresh.catalog))
  await fresh.catalog.close()
}

test('a start with an unchanged directory indexes nothing, and answers as a new index does', async () => {
  const folder = newFolder()
  await saved(folder)
  const { catalog, indexed } = await open(folder)
  assert.equal(indexed, 0)
  await assertSameAsNew(catalog)
  await catalog.close()
})

test('only the projects whose text has changed since are indexed again; slots of removed ones are used again', async () => {
  const { sql } = database
  const folder = newFolder()
  await saved(folder)
  await sql`update project set name = 'Changed number' || id where id in (5, 6)`
  await sql`update project set state = 'archived' where id in (8, 300)`
  await sql`insert into project (id, slug, name, state, published_at) values (901, 'new-1', 'New one', 'published', now()), (902, 'new-2', 'New two', 'published', now())`
  const { catalog, indexed } = await open(folder)
  assert.equal(indexed, 4)
  await assertSameAsNew(catalog)
  // Changes after the start reach a restored index like any other.
  await sql`update project set name = 'Changed again' where id in (7, 901)`
  await sql`insert into project (id, slug, name, state, published_at) values (903, 'new-3', 'New three', 'published', now())`
  await sql`update tag set name = 'renamed' where id = 1`
  await catalog.refresh()
  await assertSameAsNew(catalog)
  await catalog.close()
})

test('a damaged, shortened or foreign file is deleted, and the index is built', async () => {
  for (const damage of [
    (bytes: Buffer) => bytes.fill(bytes[bytes.length >> 1]! ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
    (bytes: Buffer) => bytes.subarray(0, bytes.length - 40),
    (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1),
    (bytes: Buffer) => Buffer.concat([Buffer.from('projectory search index of another version'), bytes]),
    () => Buffer.alloc(0),
  ]) {
    const folder = newFolder()
    await saved(folder)
    writeFileSync(file(folder), damage(readFileSync(file(folder))))
    const { catalog, indexed } = await open(folder)
    assert.equal(indexed, catalog.projectCount)
    await until(() => existsSync(file(folder)))
    await assertSameAsNew(catalog)
    await catalog.close()
  }
})

test('where nothing can be written, the service runs without the file', async () => {
  const folder = join(newFolder(), 'file')
  writeFileSync(folder, '')
  const { catalog, indexed, lines } = await open(folder)
  assert.equal(indexed, catalog.projectCount)
  await until(() => lines.some(({ text }) => text.includes('cannot be saved')))
  await assertSameAsNew(catalog)
  await catalog.close()
})

test('while another process writes the file, this one leaves it alone', async () => {
  const folder = newFolder()
  writeFileSync(`${file(folder)}.tmp`, 'of another process')
  const { catalog, lines } = await open(folder)
  await catalog.close()
  assert.equal(readFileSync(`${file(folder)}.tmp`, 'utf8'), 'of another process')
  assert.equal(existsSync(file(folder)), false)
  assert.deepEqual(
    lines.filter(({ text }) => text.includes('cannot be saved')),
    [],
  )
})
