import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { createDiskArchive } from '#files/archive.ts'
import { createDiskStore } from '#files/disk.ts'
import { removeDamagedBeside } from './beside.ts'
import { fileName, folderPlace, type Place } from './place.ts'

const folder = await mkdtemp(join(tmpdir(), 'beside-'))
after(() => rm(folder, { recursive: true, force: true }))
const source = { files: createDiskStore(join(folder, 'files')), auditFiles: createDiskArchive(join(folder, 'audit')) }
const place = folderPlace(join(folder, 'backups'))
const besideOf = (place: Place) => ({ place, name: 'projectory-20261101T030000Z.tar.zst', identities: [] })

/** A damaged copy of a file with this content. */
async function damage(text: string) {
  const sha256 = createHash('sha256').update(text).digest('hex')
  await place.write(fileName(sha256, false), Readable.from([Buffer.from('damaged')]))
  return { sha256, size: Buffer.byteLength(text), isHere: false }
}

test('a damaged file is removed only if the directory has its content', async () => {
  const [stored, lost, changed, exported] = [
    await damage('stored'),
    await damage('lost'),
    await damage('changed'),
    await damage('exported'),
  ]
  await source.files.keep(Buffer.from('stored'))
  await source.auditFiles.write('rows', Buffer.from('exported'))
  const files = { ...source.files, read: (sha256: string, size: number) => readChanged(sha256, size) }
  const readChanged = async (sha256: string, size: number) =>
    sha256 === changed.sha256 ? Readable.from([Buffer.from('chanGed')]) : source.files.read(sha256, size)
  const manifest = { files: [stored, lost, changed, exported], auditFiles: [{ name: 'rows', sha256: exported.sha256 }] }
  const addressesOf = (files: { sha256: string }[]) => files.map(({ sha256 }) => place.addressOf(fileName(sha256, false)))
  assert.deepEqual(await removeDamagedBeside(besideOf(place), manifest, { ...source, files }), {
    removed: addressesOf([stored, exported]),
    kept: addressesOf([lost, changed]),
  })
  const sizes = await Promise.all(manifest.files.map(({ sha256 }) => place.size(fileName(sha256, false))))
  assert.deepEqual(sizes, [undefined, 7, 7, undefined])
})

for (const [what, error] of [
  ['takes too long', new DOMException('The operation timed out', 'TimeoutError')],
  ['ends too early', undefined],
] as const)
  test(`a file whose reading ${what} is not damaged`, async () => {
    const file = await damage('unreachable')
    await source.files.keep(Buffer.from('unreachable'))
    const read = async () => {
      let parts = 0
      return new Readable({
        read() {
          if (parts++ === 0) this.push(Buffer.alloc(100))
          else this.destroy(error)
        },
      })
    }
    const found = await removeDamagedBeside(besideOf({ ...place, read }), { files: [file], auditFiles: [] }, source)
    assert.deepEqual(found, { removed: [], kept: [] })
  })

for (const call of ['read', 'remove'] as const)
  test(`a stop ends it after the first ${call}`, async () => {
    const stopping = new AbortController()
    const files = [await damage('one'), await damage('two')]
    for (const text of ['one', 'two']) await source.files.keep(Buffer.from(text))
    let calls = 0
    const stopped = (name: string) => {
      calls++
      stopping.abort()
      return place[call](name)
    }
    const beside = besideOf({ ...place, [call]: stopped })
    await assert.rejects(removeDamagedBeside(beside, { files, auditFiles: [] }, source, stopping.signal), { name: 'AbortError' })
    assert.equal(calls, 1)
  })
