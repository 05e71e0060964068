import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before } from 'node:test'
import { encoded } from '#backup/coding.ts'
import { digestOf, HEADER, type Header, MANIFEST, MANIFEST_HASH, type Manifest } from '#backup/manifest.ts'
import { proveBackup } from '#backup/prove.ts'
import { readArchive } from '#backup/read-archive.ts'
import { RestoreRefused } from '#backup/restore.ts'
import { SIGNATURE, sign } from '#backup/signature.ts'
import { DamagedArchive, tarEnd, tarEntry } from '#backup/tar.ts'
import { verifyBackup } from '#backup/verify.ts'
import { backUp, createProver, demoRig, emptyRig, restore } from '#tests/support/backups.ts'
import { test } from '#tests/support/tier.ts'

// Archives that this program did not make: complete and with correct checksums, but with contents that are never in a backup.

const [source, target] = [await demoRig(), await emptyRig()]
after(() => Promise.all([source.close(), target.close()]))
const { place } = source
const at = new Date()
const sha256Of = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let header: Header
let manifest: Manifest

before(async () => {
  const { name } = await backUp(source)
  const archive = await place.read(name)
  const read = await readArchive(
    archive,
    { identities: [] },
    {
      async begin(read) {
        header = read
      },
    },
  )
  manifest = read.manifest
})

type Part = { name: string; content: string; size?: number } // size: of a content that does not follow
async function writeParts(parts: Part[]): Promise<string> {
  async function* tar() {
    for (const { name, content, size } of parts) {
      const entry = tarEntry(name, size ?? content.length, Buffer.from(content, 'latin1'), at)
      if (size === undefined) yield* entry
      else yield (await entry.next()).value
    }
    yield tarEnd()
  }
  const name = 'foreign.tar.zst'
  await place.write(name, await encoded(Readable.from(tar()), []))
  return name
}

const headerPart = (changed: object = {}): Part => ({ name: HEADER, content: JSON.stringify({ ...header, ...changed }) })
function manifestParts(changed: object): Part[] {
  const parts = { ...manifest, databaseParts: [], files: [], auditFiles: [], missing: [], sequences: [], ...changed }
  const content = JSON.stringify({ ...parts, digest: digestOf(parts) })
  return [
    { name: MANIFEST, content },
    { name: MANIFEST_HASH, content: sha256Of(content) },
  ]
}

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const signaturePart = (parts: Part[], by: Buffer): Part => ({
  name: SIGNATURE,
  content: JSON.stringify(sign(Buffer.from(parts.find(({ name }) => name === MANIFEST)!.content), by)),
})

const isDamage = (why: RegExp) => (error: Error) => error instanceof DamagedArchive && why.test(error.message)
async function assertRefused(parts: Part[], why: RegExp): Promise<void> {
  const name = await writeParts(parts)
  await assert.rejects(verifyBackup({ place, name, identities: [] }), isDamage(why))
}
async function assertNotRestored(parts: Part[], why: RegExp): Promise<void> {
  await assertRefused(parts, why)
  await assert.rejects(restore(target, { place, name: 'foreign.tar.zst' }), isDamage(why))
}

test('an archive without any rows and files can be read', async () => {
  const name = await writeParts([headerPart(), ...manifestParts({})])
  assert.equal((await verifyBackup({ place, name, identities: [] })).manifest.id, manifest.id)
})

test('a header above 1 MB and a manifest above 256 MB are refused before they are read', async () => {
  await assertRefused([{ name: HEADER, content: '', size: 1024 * 1024 + 1 }], /too long/)
  await assertRefused([headerPart(), { name: MANIFEST, content: '', size: 256 * 1024 * 1024 + 1 }], /too long/)
  const [first] = manifestParts({})
  await assertRefused([headerPart(), first!, { name: MANIFEST_HASH, content: 'a'.repeat(100) }], /too long/)
})

test('a header or manifest of another shape is refused', async () => {
  for (const changed of [{ tables: null }, { migrations: [null] }, { createdAt: '\u001b[2J' }, { isMove: 'yes' }])
    await assertRefused([headerPart(changed)], /header cannot be read/)
  await assertRefused([{ name: HEADER, content: 'null' }], /header cannot be read/)
  await assertRefused([headerPart(), ...manifestParts({ sequences: [{ name: 'pg_catalog.x', value: '1' }] })], /manifest cannot be read/)
})

test('tables that are not ours are refused', async () => {
  for (const name of ['pg_catalog.pg_authid', 'public.tag"; drop table person; --', 'public', 'public.tag.id', 'public.\u001b[2J']) {
    await assertRefused([headerPart({ tables: [{ name, columns: ['id'] }] })], /header cannot be read/)
    await assertRefused([headerPart(), { name: `database/${name}.000001`, content: '1\n' }], /name that no table has/)
  }
  await assertNotRestored([headerPart({ tables: [{ name: 'public.tag', columns: ['id) from program'] }] })], /header cannot be read/)
  const unknown = { name: 'public.no_such_table', columns: ['id'] }
  const rows = { name: 'database/public.no_such_table.000001', content: '1\n' }
  const part = { name: unknown.name, rows: 1, bytes: 2, sha256: sha256Of(rows.content) }
  const name = await writeParts([headerPart({ tables: [unknown] }), rows, ...manifestParts({ tables: [unknown], databaseParts: [part] })])
  await assert.rejects(restore(target, { place, name }), /there is no table public\.no_such_table/)
})

test('a header that differs from the signed manifest is refused: tables are made and filled as it says', async () => {
  const parts = manifestParts({})
  const changes: object[] = [
    { migrations: header.migrations.slice(0, -1) }, // the database would not have what that migration makes
    { tables: header.tables.toReversed() },
    { identity: '' },
    { isMove: true },
  ]
  for (const changed of changes) await assertRefused([headerPart(changed), ...parts, signaturePart(parts, key)], /header does not match/)
})

test('a table in empty parts is refused: there could be any number of them', async () => {
  const [table] = header.tables
  await assertRefused([headerPart(), { name: `database/${table!.name}.000001`, content: '' }], /is empty/)
})

test('a file is named by its hash and by nothing else, in the archive and beside it', async () => {
  for (const name of ['../../escaped', 'A'.repeat(64), 'a'.repeat(63), '']) {
    await assertRefused([headerPart(), { name: `files/${name}`, content: 'x' }], /no valid name/)
    await assertRefused([headerPart(), ...manifestParts({ files: [{ sha256: name, size: 1, isHere: false }] })], /manifest cannot be read/)
  }
  await assertNotRestored([headerPart(), { name: 'files/../../escaped', content: 'x' }], /no valid name/)
  const beside = { files: [{ sha256: '../../escaped', size: 1, isHere: false }] }
  await assertNotRestored([headerPart(), ...manifestParts(beside)], /manifest cannot be read/)
  const audit = { auditFiles: [{ name: '../../escaped', sha256: sha256Of('x') }] }
  await assertRefused([headerPart(), ...manifestParts(audit)], /manifest cannot be read/)
  const twice = { name: `files/${sha256Of('x')}`, content: 'x' }
  await assertRefused([headerPart(), twice, twice], /twice/)
  assert.ok(!existsSync(join(source.folder, 'escaped')))
})

test('a file beside the archive is read no further than its size', async () => {
  const bytes = Buffer.alloc(1_000_000)
  const sha256 = sha256Of(bytes)
  await place.write(`files/${sha256.slice(0, 2)}/${sha256}`, await encoded(Readable.from([bytes]), []))
  const parts = (size: number) => [headerPart(), ...manifestParts({ files: [{ sha256, size, isHere: false }] })]
  await verifyBackup({ place, name: await writeParts(parts(bytes.length)), identities: [] })
  await assertNotRestored(parts(bytes.length - 1), /longer than its manifest says/)
})

test('a table that has other rows than the archive after it was loaded is not restored', async () => {
  const { columns } = header.tables.find(({ name }) => name === 'public.tag')!
  const given: Record<string, string> = { id: '01', name: 'Bridges' } // stored as 1
  const content = `${columns.map((column) => given[column] ?? '\\N').join('\t')}\n`
  const part = { name: 'public.tag', rows: 1, bytes: content.length, sha256: sha256Of(content) }
  const name = await writeParts([
    headerPart(),
    { name: 'database/public.tag.000001', content },
    ...manifestParts({ databaseParts: [part] }),
  ])
  await verifyBackup({ place, name, identities: [] })
  await assert.rejects(restore(target, { place, name }), /the restored table public\.tag differs from its checksum/)
})

test('a refused archive leaves the database as it was', async () => {
  assert.equal((await target.sql`select 1 from pg_tables where schemaname in ('public', 'auth')`).length, 0)
})

test('a backup that was changed with all its checksums is told by its signature', async (t) => {
  const made = manifestParts({})
  const change = { createdAt: '2020-01-01T00:00:00.000Z' }
  const forged = manifestParts(change)
  const verify = async (parts: Part[], keys: Buffer[]) => {
    const name = await writeParts([headerPart(parts.includes(forged[0]!) ? change : {}), ...parts])
    return verifyBackup({ place, name, identities: [], keys })
  }
  assert.equal((await verify([...made, signaturePart(made, key)], [other, key])).signed, 'own', 'also by the former key')
  assert.equal((await verify([...made, signaturePart(made, key)], [other])).signed, 'foreign')
  assert.equal((await verify(forged, [key])).signed, 'unsigned')
  const changed = [...forged, signaturePart(made, key)]
  await assert.rejects(verify(changed, [key]), isDamage(/was changed after it was made/))
  const prover = await createProver(source)
  t.after(prover.drop)
  const proof = { database: prover.database, dataDir: source.folder, place, name: 'foreign.tar.zst', identities: [], keys: [key] }
  await assert.rejects(proveBackup(proof), isDamage(/was changed after it was made/))
  await assert.rejects(verify([...made, { name: SIGNATURE, content: '{}' }], [key]), isDamage(/signature cannot be read/))
})

test('what is not signed, or signed by another directory, is restored only by who trusts it', async (t) => {
  const fresh = await emptyRig()
  t.after(() => fresh.close())
  const refused = (why: RegExp) => (error: Error) => error instanceof RestoreRefused && why.test(error.message)
  const options = { keys: [key], mayTrust: false }
  const { name: unsigned } = await backUp(source)
  await assert.rejects(restore(fresh, { place: source.place, name: unsigned }, options), refused(/not signed.*--trust/))
  const { name: foreign } = await backUp(source, { signingKey: other, name: 'signed-by-other.tar.zst' })
  await assert.rejects(restore(fresh, { place: source.place, name: foreign }, options), refused(/another master key/))
  const { name: own } = await backUp(source, { signingKey: key, name: 'signed.tar.zst' })
  await restore(fresh, { place: source.place, name: own }, options)
  await restore(fresh, { place: source.place, name: foreign }, { ...options, mayTrust: true, mayReplace: true })
})

test('an archive whose parts are in another order is told from a damaged one', async () => {
  const [first, hash] = manifestParts({})
  const file = { name: `files/${sha256Of('x')}`, content: 'x' }
  const again = /unpacked and packed again/
  await assertRefused([first!, hash!, headerPart()], again)
  await assertRefused([{ ...headerPart(), name: `./${HEADER}` }, first!, hash!], again)
  await assertRefused([headerPart(), hash!, first!], again)
  await assertRefused([headerPart(), { name: 'other', content: 'x' }, file, first!, hash!], again)
  await assertRefused([headerPart(), first!, signaturePart([first!], key), hash!], again)
  await assertRefused([headerPart(), file], /manifest is missing/)
  await assertRefused([headerPart(), first!], /hash of its manifest is missing/)
  await assertRefused([{ name: 'other', content: 'x' }], /not a backup of Projectory/)
})
