import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { createDiskArchive } from '#files/archive.ts'
import { sealName } from '#rules/console/audit-file.ts'
import { restoreAuditFiles } from './restore.ts'

const folder = await mkdtemp(join(tmpdir(), 'restore-audit-'))
after(() => rm(folder, { recursive: true, force: true }))
const target = createDiskArchive(folder)
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const rows = { name: `audit-000001-2020-01-01-2020-01-01-${sha256Of('rows').slice(0, 16)}.jsonl.gz`, sha256: sha256Of('rows') }
const seal = sealName(rows.name)

/** Of a backup in which the seal is this text. */
async function restoreWith(text: string): Promise<string> {
  const contents = new Map(['rows', text].map((one) => [sha256Of(one), one]))
  const files = { read: async (sha256: string) => Readable.from([Buffer.from(contents.get(sha256)!)]) }
  const manifest = {
    files: [...contents].map(([sha256, { length: size }]) => ({ sha256, size, isHere: true })),
    auditFiles: [rows, { name: seal, sha256: sha256Of(text) }],
  }
  await restoreAuditFiles(files, target, manifest)
  return (await target.read(seal))!.toString()
}

test('of two seals that differ the one that fits its file is kept', async () => {
  const good = JSON.stringify({ file: rows.name, sha256: rows.sha256 })
  assert.equal(await restoreWith(good), good)
  assert.equal(await restoreWith('damaged'), good)
  assert.equal(await restoreWith(JSON.stringify({ file: rows.name, sha256: sha256Of('other') })), good)
  await target.write(seal, Buffer.from('damaged'))
  assert.equal(await restoreWith(good), good)
})
