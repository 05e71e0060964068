import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createDiskStore } from '#files/disk.ts'
import { isDisguised, storedName } from '#files/name.ts'
import { extensionOf, isGenuine } from '#files/sniff.ts'
import { readZipNames } from '#files/zip.ts'
import { createZipInspector } from '#files/zip-thread.ts'
import { createUploads, receiveForm } from '#http/request/upload.ts'
import { BOUNDARY } from '#tests/support/form.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { row } from './row.ts'

// Uploads: the form, names, types, directories of zip files.

const folder = mkdtempSync(join(tmpdir(), 'growth-'))
const store = createDiskStore(join(folder, 'store'))
export const removeFiles = () => rm(folder, { recursive: true, force: true })

const SHORT_PACE = { graceSeconds: 0.1, bytesPerSecond: 1e9, mostSeconds: 1 } // for forms without an end

async function receive(body: string, contentType = `multipart/form-data; boundary=${BOUNDARY}`): Promise<void> {
  const bytes = Buffer.from(body, 'latin1')
  const parts = function* () {
    for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
  }
  const message = Object.assign(Readable.from(parts()), {
    headers: { 'content-type': contentType },
    complete: true,
    socket: { destroy() {} },
  })
  const rules = { files: { most: 5, mostBytes: 1e9 }, errors: [] }
  const app = { files: store, uploads: createUploads(), zips: createZipInspector() }
  const form = await receiveForm(message as unknown as IncomingMessage, rules, app, { person: 1, address: '192.0.2.1' }, SHORT_PACE)
  await Promise.all(form.files.map((file) => file.discard()))
}

let made = 0
async function readZip(bytes: Buffer): Promise<unknown> {
  const path = join(folder, String(made++))
  writeFileSync(path, bytes)
  return readZipNames(path).finally(() => rm(path))
}

const bytesOf = (text: string) => {
  const bytes = Buffer.from(text)
  return { head: bytes.subarray(0, 4100), path: '', open: () => Readable.from([bytes]), zipNames: async () => null }
}

const form = [
  'a',
  '\r',
  '\n',
  '\r\n',
  '-',
  '--',
  '\r\n--',
  `\r\n--${BOUNDARY.slice(0, -1)}`,
  `\r\n--${BOUNDARY}\r\n`,
  ':',
  ';',
  '"',
  '=',
  ' ',
  '\r\n\r\n',
  'Content-Disposition: form-data; name="a"',
  '\t',
]
const part = (header: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"${header}\r\n\r\n`
const names = [
  'a',
  '.',
  '..',
  '/',
  '\\',
  ' ',
  '\t',
  '\0',
  '\u202e',
  '\u0301',
  '\u0323\u0301',
  'ж',
  '.tar',
  '.gz',
  '.pdf',
  '😀',
  '\ud800',
  '\ufeff',
]

export const fileParsers = [
  row('form', form, (text) => receive(text)),
  row('form: content of a file', form, (text) => receive(`${part('; filename="a.bin"')}${text}\r\n--${BOUNDARY}--\r\n`)),
  row('form: header of a part', ['a', ';', '=', '"', '\\', '%41', "'", "utf-8''", 'filename*=', ' ', 'ж'], (text) =>
    receive(`${part(`; filename="a"; ${text}`)}x\r\n--${BOUNDARY}--\r\n`),
  ),
  row('form: Content-Type', ['a', ';', '=', '"', '\\', 'boundary=', '%41', "''", ' '], (text) =>
    receive(`--a\r\n`, `multipart/form-data; ${text}`),
  ),
  row('file name', names, (text) => [storedName(text), isDisguised(text), extensionOf(text)]),
  row('content of a text file', ['a', ' ', '\n', '<', '<html', '\ufeff', '%PDF-', 'ж', '\0'], (text) => isGenuine('a.md', bytesOf(text))),
  row('zip: names', ['a', '/', '.', '.zip', '..', ' ', 'ж'], (text) =>
    readZip(zipOf([...(text.match(/.{1,40}/gsu) ?? [])].map((name, at) => ({ name: `${at}${name}`, isStored: true })))),
  ),
  row('zip: one name', ['a', '/', '.', '.zip', '..', ' '], (text) => readZip(zipOf([{ name: `b${text.slice(0, 60_000)}` }]))),
  row(
    'zip: inner archive',
    ['a', 'PK', 'PK\x01\x02', 'PK\x05\x06', '\0', '.zip', `PK\x01\x02${'\0'.repeat(28)}`, `PK\x01\x02${'.'.repeat(24)}\xff\x03`],
    (text) => readZip(zipOf([{ name: 'a.zip', content: Buffer.from(text, 'latin1'), isStored: true }])),
  ),
  row('zip: bytes', ['a', 'PK', 'PK\x01\x02', 'PK\x05\x06', 'PK\x06\x07', '\0', '\xff'], (text) =>
    readZip(Buffer.concat([zipOf([{ name: 'a' }]), Buffer.from(text, 'latin1')])),
  ),
]
