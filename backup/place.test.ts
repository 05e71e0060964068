import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { removeSurplus } from './keep.ts'
import { folderPlace, openPlace, type Place } from './place.ts'

type S3Server = { run(): Promise<{ port: number }>; close(): Promise<void> }

const folder = await mkdtemp(join(tmpdir(), 'places-'))
Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }) // the only credentials s3rver accepts
// @ts-expect-error: it has no types
const { default: S3rver } = (await import('s3rver')) as { default: new (options: object) => S3Server }
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'bucket'),
  configureBuckets: [{ name: 'kept' }],
})
const { port } = await server.run()
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
const query = `?endpoint=http://127.0.0.1:${port}`
const places: [string, Place][] = [
  ['a folder', folderPlace(join(folder, 'local'))],
  ['a bucket', (await openPlace(`s3://kept/of/campus${query}`)).place],
]

async function* bytes(count: number, size = 1_000_000): AsyncGenerator<Buffer> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(size, n)
}

async function* textOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function namesIn(place: Place): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of place.list()) names.push(name)
  return names.toSorted()
}

for (const [what, place] of places) {
  test(`${what} keeps what is written, of any size, and lists it`, async () => {
    for (const [name, count] of [
      ['empty', 0],
      ['small', 1],
      ['files/ab/large', 20],
    ] as const) {
      assert.equal(await place.write(name, bytes(count)), count * 1_000_000)
      assert.equal(await place.size(name), count * 1_000_000)
      const read = Buffer.concat(await (await place.read(name)).toArray())
      assert.ok(read.equals(Buffer.concat(await Readable.from(bytes(count)).toArray())))
    }
    assert.deepEqual(await namesIn(place), ['empty', 'files/ab/large', 'small'])
    await place.remove('empty')
    assert.equal(await place.size('empty'), undefined)
    await assert.rejects(place.read('empty'), /empty does not exist/)
  })

  test(`${what} has nothing of a source that fails`, async () => {
    async function* failing() {
      yield* bytes(20)
      throw new Error('the source has failed')
    }
    await assert.rejects(place.write('half', failing()), /the source has failed/)
    assert.equal(await place.size('half'), undefined)
    assert.ok(!(await namesIn(place)).includes('half'))
  })

  test(`${what} keeps the files that an archive needs when others are removed`, async () => {
    const sha = (digit: string) => digit.repeat(64)
    for (const [day, files] of [
      ['01', [sha('a'), sha('b')]],
      ['02', [sha('b')]],
    ] as const) {
      await place.write(`projectory-202611${day}T030000Z.tar.zst`, bytes(1, 10))
      await place.write(`projectory-202611${day}T030000Z.json`, textOf(JSON.stringify({ files })))
    }
    for (const digit of ['a', 'b']) await place.write(`files/${digit}${digit}/${sha(digit)}`, bytes(1, 10))
    const later = new Date(Date.now() + 2 * 86_400_000)
    assert.deepEqual(await removeSurplus(place, { kept: { days: 1, weeks: 0, months: 0 }, now: later }), [
      'projectory-20261101T030000Z.tar.zst',
    ])
    const names = await namesIn(place)
    assert.ok(names.includes(`files/bb/${sha('b')}`) && names.includes('projectory-20261102T030000Z.tar.zst'))
    assert.ok(!names.includes(`files/aa/${sha('a')}`) && !names.includes('projectory-20261101T030000Z.json'))
  })

  test(`${what} keeps no unencrypted files for encrypted archives`, async () => {
    const sha = 'c'.repeat(64)
    for (const ending of ['', '.age']) {
      const name = `projectory-2026110${ending === '' ? 3 : 4}T030000Z`
      await place.write(`${name}.tar.zst${ending}`, bytes(1, 10))
      await place.write(`${name}.json`, textOf(JSON.stringify({ files: [sha] })))
      await place.write(`files/cc/${sha}${ending}`, bytes(1, 10))
    }
    await removeSurplus(place, { kept: { days: 1, weeks: 0, months: 0 }, now: new Date(Date.now() + 2 * 86_400_000) })
    assert.deepEqual(
      (await namesIn(place)).filter((name) => name.startsWith('files/cc')),
      [`files/cc/${sha}.age`],
    )
  })
}

test('an archive that was decrypted keeps the encrypted files it uses', async () => {
  const [place, sha] = [folderPlace(join(folder, 'decrypted')), 'c'.repeat(64)]
  for (const day of ['01', '02']) {
    await place.write(`projectory-202611${day}T030000Z.tar.zst`, bytes(1, 10))
    await place.write(`projectory-202611${day}T030000Z.json`, textOf(JSON.stringify({ files: [sha] })))
  }
  await place.write(`files/cc/${sha}.age`, bytes(1, 10))
  await removeSurplus(place, { kept: { days: 1, weeks: 0, months: 0 }, now: new Date(Date.now() + 2 * 86_400_000) })
  assert.deepEqual(await namesIn(place), [`files/cc/${sha}.age`, 'projectory-20261102T030000Z.json', 'projectory-20261102T030000Z.tar.zst'])
})

test('the last three archives made before a migration are kept beside the others', async () => {
  const place = folderPlace(join(folder, 'migrations'))
  const nameOf = (day: number) => `projectory-2026110${day}T030000Z-before-migration.tar.zst`
  for (const day of [1, 2, 3, 4, 5]) await place.write(nameOf(day), bytes(1, 10))
  await place.write('projectory-20261106T030000Z.tar.zst', bytes(1, 10))
  await removeSurplus(place, { kept: { days: 1, weeks: 0, months: 0 }, now: new Date('2026-11-20') })
  assert.deepEqual(await namesIn(place), [...[3, 4, 5].map(nameOf), 'projectory-20261106T030000Z.tar.zst'])
})

for (const [what, names] of [
  ['archives', ['projectory-20261103T030000Z.tar.zst', 'projectory-20261102T030000Z.tar.zst', 'projectory-20261101T030000Z.tar.zst']],
  ['files', [...'ab'].map((digit) => `files/${digit.repeat(2)}/${digit.repeat(64)}`)],
] as const)
  test(`a stop ends the removal of ${what}`, async () => {
    const [place, stopping] = [folderPlace(join(folder, `stopped-${what}`)), new AbortController()]
    for (const name of names) await place.write(name, bytes(1, 10))
    if (what === 'files')
      for (const day of ['01', '02']) {
        await place.write(`projectory-202611${day}T030000Z.tar.zst`, bytes(1, 10))
        await place.write(`projectory-202611${day}T030000Z.json`, textOf(JSON.stringify({ files: [] })))
      }
    const removed: string[] = []
    const remove = async (name: string) => {
      if (!names.includes(name as never)) return
      removed.push(name)
      stopping.abort()
    }
    const thinning = { kept: { days: 1, weeks: 0, months: 0 }, now: new Date(Date.now() + 2 * 86_400_000), signal: stopping.signal }
    await assert.rejects(removeSurplus({ ...place, remove }, thinning), { name: 'AbortError' })
    assert.equal(removed.length, 1)
  })

test('an address of an archive is a place and a name', async () => {
  const one = await openPlace(`s3://kept/of/campus/today.tar.zst${query}`)
  assert.deepEqual([one.name, one.place.addressOf('x')], ['today.tar.zst', 's3://kept/of/campus/x'])
  const two = await openPlace(join(folder, 'today.tar.zst'))
  assert.equal(two.name, 'today.tar.zst')
  assert.equal((await openPlace(folder)).name, null)
  assert.deepEqual(
    (await readdir(join(folder, 'local'))).filter((name) => name.startsWith('.unfinished')),
    [],
  )
})
