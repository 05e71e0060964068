import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { HeavyRefusal } from '#heavy/fair-queue.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { createZipInspector, zipLimits } from './zip-thread.ts'

let folder: string
let good: string
let unsafe: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-thread-'))
  ;[good, unsafe] = [join(folder, 'good.zip'), join(folder, 'unsafe.zip')]
  await writeFile(good, zipOf([{ name: 'a.txt' }, { name: 'план.md' }]))
  await writeFile(unsafe, zipOf([{ name: '../a.txt' }]))
})
after(() => rm(folder, { recursive: true, force: true }))

test('the names in a zip are read in a thread; an unsafe one has none', async () => {
  const zips = createZipInspector()
  assert.deepEqual(await zips.namesOf(1, good), ['a.txt', 'план.md'])
  assert.equal(await zips.namesOf(1, unsafe), null)
  assert.equal(await zips.namesOf(1, join(folder, 'not-there')), null)
})

test('an inspection beyond the share of a person or beyond its deadline is refused', async () => {
  const zips = createZipInspector({ ...zipLimits, perOwner: 1, deadlineMs: 1 })
  const isRefused = (code: string) => (error: unknown) => error instanceof HeavyRefusal && error.code === code
  const late = assert.rejects(zips.namesOf(1, good), isRefused('deadline_exceeded'))
  await assert.rejects(zips.namesOf(1, good), isRefused('too_many_jobs'))
  await late
})
