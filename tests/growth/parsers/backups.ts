import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { encoded } from '#backup/coding.ts'
import { parseSummary } from '#backup/keep.ts'
import { FORMAT, HEADER, readHeader, readManifest } from '#backup/manifest.ts'
import { readArchive } from '#backup/read-archive.ts'
import { readTar, tarEnd, tarEntry } from '#backup/tar.ts'
import { sealedKeys } from '#backup/verify.ts'
import { isAuditFileName, sealName } from '#rules/console/audit-file.ts'
import { makeSeal, openSealed, sha256Of } from '#run/audit/seal.ts'
import { row } from './row.ts'

// What is read back by a restore or by an auditor: archives of backups and the parts of them, exports of the audit log with their seals.

const at = new Date(0)
const partsOf = function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += 16_384) yield bytes.subarray(from, from + 16_384)
}
const read = async (tar: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
  readArchive(Readable.from(await encoded(Readable.from(tar), [])), { identities: [] })

async function readEntries(text: string): Promise<void> {
  for await (const { content } of readTar(Readable.from(partsOf(Buffer.from(text, 'latin1'))))) for await (const _ of content);
}

async function entryOf(name: string, content: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of tarEntry(name, content.length, Buffer.from(content), at)) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

/** One table, with one row, for each character. */
async function* archiveOf(text: string): AsyncGenerator<Uint8Array> {
  const tables = Array.from(text, (character, index) => ({ name: `public.t${character.codePointAt(0)}_${index}`, columns: ['id'] }))
  const header = { format: FORMAT, id: '', createdAt: '2026-11-17T00:00:00Z', server: '', isMove: false, migrations: [], tables }
  const content = Buffer.from(JSON.stringify(header))
  yield* tarEntry(HEADER, content.length, content, at)
  for (const { name } of tables) yield* tarEntry(`database/${name}.000001`, 2, Buffer.from('1\n'), at)
  yield tarEnd()
}

const key = randomBytes(32)
const name = 'audit-000001-2026-01-01-2026-01-02-0123456789abcdef.jsonl.gz'
/** An export with these rows whose seal is genuine. */
function openRows(text: string): unknown {
  const bytes = gzipSync(text)
  const sealed = { number: 1, file: name, sha256: sha256Of(bytes), previous: null, first: 1, last: 1, rows: 1, from: '', to: '' }
  const seal = Buffer.from(makeSeal(key, { ...sealed, rowBefore: '', lastRow: '' }))
  return openSealed({ name, bytes, seal }, [key])
}

const json = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  '1',
  'a',
  ' ',
  'null',
  '"tables":',
  '"files":',
  '{"name":"public.tag"},',
  '\n',
]
const hash = `"${'a'.repeat(64)}",`

export const backupParsers = [
  row('backup: bytes', ['a', '\0', '\x28\xb5\x2f\xfd', 'age-encryption.org/v1\n', '\n', '-> X25519 a', '---', 'ustar'], (text) =>
    readArchive(Readable.from(partsOf(Buffer.from(text, 'latin1'))), { identities: [] }),
  ),
  row(
    'backup: entries',
    ['\0'.repeat(512), await entryOf('a', ''), await entryOf('b', 'x'), await entryOf(HEADER, '{}'), 'a'],
    readEntries,
  ),
  row('backup: tables', ['a', 'b'], (text) => read(archiveOf(text))),
  row('backup: header', json, readHeader, [['{"format":1,"tables":[', '{"name":"public.tag","columns":["id"]},', ']}']]),
  row('backup: manifest', json, readManifest, [['{"format":1,"files":[', '{"sha256":"a","size":1,"isHere":true},', ']}']]),
  row('backup: summary', json, parseSummary, [['{"files":[', hash, '""]}']]),
  row('backup: signing keys', ['\t', '\n', '\\\\x', '00', 'a', '\\N'], (text) => sealedKeys(text, 2)),
  row('audit log: seal', [...json, '"format": "projectory-audit-1"', '"mac": "aa"'], (text) =>
    openSealed({ name, bytes: new Uint8Array(), seal: Buffer.from(text) }, [key]),
  ),
  row('audit log: rows', [...json, '{"seq":1,"previous":"","hash":""}\n'], openRows),
  row('audit log: name of a file', ['a', '0', '-', '.', 'audit-', '2026-01-01-', '.jsonl.gz', '.seal.json'], (text) => [
    sealName(text),
    isAuditFileName(text),
  ]),
]
