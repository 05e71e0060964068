import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ZipEntry, zipOf } from '#tests/support/sample/zip.ts'
import { readZipNames } from './zip.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function look(bytes: Buffer): Promise<string[] | null> {
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  return readZipNames(path)
}
const noise = (size: number): Buffer => randomBytes(size) // does not compress
const many = (count: number): ZipEntry[] => Array.from({ length: count }, (_, i) => ({ name: `${i}.txt` }))
const inner = (name: string) => zipOf([{ name, content: noise(5000) }])

test('the entry names of a safe zip are returned', async () => {
  assert.deepEqual(await look(zipOf([{ name: 'a.txt' }, { name: 'b/c.txt' }, { name: 'план.md' }])), ['a.txt', 'b/c.txt', 'план.md'])
})

test('a zip at the limits is accepted', async () => {
  assert.equal((await look(zipOf(many(2000))))?.length, 2000)
  assert.ok(await look(zipOf([{ name: 'a', content: noise(3_000_000), isStored: true, claims: 3_000_000 }])))
})

test('a nested zip is accepted, a second level is not, compressed or stored, at any offset', async () => {
  const level1 = zipOf([{ name: 'notes.txt', content: noise(300_000) }, { name: 'table.txt' }])
  assert.ok(await look(zipOf([{ name: 'word/embeddings/sheet.xlsx', content: level1 }])))
  for (const name of ['deep.zip', 'deep.docx', 'deep.7z'])
    for (const isStored of [true, false])
      for (const size of [10, 65_000, 65_536, 200_000]) {
        const nest = zipOf([
          { name: 'pad.txt', content: noise(size), isStored: true },
          { name, content: inner('x.txt'), isStored },
        ])
        assert.equal(await look(zipOf([{ name: 'inner.zip', content: nest, isStored }])), null, `${name} ${isStored} ${size}`)
      }
})

test('a second level is found wherever its entry is split between chunks', async () => {
  for (let size = 65_536 - 700; size < 65_536; size += 25) {
    const nest = zipOf([
      { name: 'pad.txt', content: noise(size), isStored: true },
      { name: 'deep.zip', content: 'x' },
    ])
    assert.equal(await look(zipOf([{ name: 'inner.zip', content: nest, isStored: true }])), null, String(size))
  }
})

const refused: [string, () => Buffer][] = [
  ['too many entries', () => zipOf(many(2001))],
  ['no entries', () => zipOf([])],
  ['more than 200 MB inside', () => zipOf([{ name: 'a', content: noise(3_000_000), isStored: false, claims: 201 * 1024 * 1024 }])],
  ['a compression ratio above 100', () => zipOf([{ name: 'a', content: Buffer.alloc(1_000_000) }])],
  ['a name with ../', () => zipOf([{ name: '../../x' }])],
  ['a name with ..\\', () => zipOf([{ name: 'a\\..\\..\\x' }])],
  ['an absolute path', () => zipOf([{ name: '/etc/passwd' }])],
  ['a path with a drive letter', () => zipOf([{ name: 'C:/x' }])],
  ['a symbolic link', () => zipOf([{ name: 'link', content: '/etc/passwd', mode: 0o120777 }])],
  ['a duplicate name', () => zipOf([{ name: 'a' }, { name: 'a' }])],
  [
    'overlapping entries',
    () =>
      zipOf(
        many(20).map((entry) => ({ ...entry, content: noise(5000) })),
        { overlapping: true },
      ),
  ],
  ['a truncated end', () => zipOf(many(3)).subarray(0, -5)],
]

for (const [what, make] of refused)
  test(`${what}: refused`, async () => {
    assert.equal(await look(make()), null)
  })
