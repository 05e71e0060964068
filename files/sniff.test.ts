import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { csv, pdf, poster } from '#tests/support/documents.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { createDiskStore } from './disk.ts'
import type { FileStore } from './file-store.ts'
import { isGenuine, mimeOf } from './sniff.ts'
import { onePart } from './spool.ts'
import { writeZip } from './write-zip.ts'
import { readZipNames } from './zip.ts'

const zip = writeZip([['README.md', 'hello']])
let folder: string
let store: FileStore
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sniff-'))
  store = createDiskStore(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

async function kindOf(name: string, bytes: Uint8Array): Promise<string | null> {
  const received = await store.receive(onePart(bytes), bytes.length)
  try {
    return (await isGenuine(name, { ...received, zipNames: readZipNames })) ? mimeOf(name) : null
  } finally {
    await received.discard()
  }
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const office = (main: string) => zipOf([{ name: '[Content_Types].xml' }, { name: main }])
const openDocument = (mime: string) => zipOf([{ name: 'mimetype', content: mime, isStored: true }, { name: 'content.xml' }])
const tar = (() => {
  const block = Buffer.alloc(1024)
  block.write('readme.md')
  block.write('ustar', 257)
  return block
})()
const mp4 = Buffer.concat([hex('00000018'), Buffer.from('ftypisom'), hex('00000200'), Buffer.from('isomiso2'), Buffer.alloc(64)])
const webm = hex('1a45dfa3 9f 4286810142f7810142f2810442f381084282847765626d 42878104428581021853806700000000')
const png = poster([1, 2, 3], [4, 5, 6], [10])
const pictureOf = (start: string) => Buffer.concat([hex(start), Buffer.alloc(64)])
const good: [string, Uint8Array, string][] = [
  ['a.pdf', pdf('Title', ['line']), 'application/pdf'],
  ['A.PDF', pdf('Title', ['line']), 'application/pdf'],
  ['a.docx', office('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.xlsx', office('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a.pptx', office('ppt/presentation.xml'), 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['a.odt', openDocument('application/vnd.oasis.opendocument.text'), 'application/vnd.oasis.opendocument.text'],
  ['a.ods', openDocument('application/vnd.oasis.opendocument.spreadsheet'), 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a.odp', openDocument('application/vnd.oasis.opendocument.presentation'), 'application/vnd.oasis.opendocument.presentation'],
  ['a.txt', Buffer.from('BM is how a bitmap begins, and this text too. Ёлка 😀'), 'text/plain'],
  ['a.txt', Buffer.alloc(0), 'text/plain'],
  ['a.md', Buffer.from('# Title\n\n<p align="center">hello</p>'), 'text/markdown'],
  ['a.csv', csv(['слово', 'n'], ['баско', 1]), 'text/csv'],
  ['a.json', Buffer.from('{"a":1}'), 'application/json'],
  ['a.png', png, 'image/png'],
  ['a.jpg', pictureOf('ffd8ffe000104a46494600010100'), 'image/jpeg'],
  ['a.jpeg', pictureOf('ffd8ffe000104a46494600010100'), 'image/jpeg'],
  ['a.webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 \0\0\0\0\0\0\0\0'), 'image/webp'],
  ['a.gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), 'image/gif'],
  ['a.mp4', mp4, 'video/mp4'],
  ['a.webm', webm, 'video/webm'],
  ['a.mp3', pictureOf('fffb9064'), 'audio/mpeg'],
  ['a.zip', zip, 'application/zip'],
  ['a.tar.gz', gzipSync(tar), 'application/gzip'],
  ['a.tgz', gzipSync(tar), 'application/gzip'],
]

for (const [name, bytes, mime] of good)
  test(`${name} is accepted as ${mime}`, async () => {
    assert.equal(await kindOf(name, bytes), mime)
  })

const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
const bad: [string, string, Uint8Array][] = [
  ['an SVG image', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an HTML page', 'a.html', Buffer.from('<!doctype html>')],
  ['an HTML page named .txt', 'a.txt', Buffer.from('\ufeff \n<!DOCTYPE HTML><script>alert(1)</script>')],
  ['an SVG image named .txt', 'a.txt', Buffer.from('<svg onload=alert(1)>')],
  ['an HTML page named .gif', 'a.gif', Buffer.from('<html>GIF89a')],
  ['an executable', 'a.exe', program],
  ['a double extension', 'a.pdf.exe', pdf('x', [])],
  ['an executable named .pdf', 'a.pdf', program],
  ['an executable named .txt', 'a.txt', program],
  ['an executable with a zip appended', 'a.zip', Buffer.concat([program, zip])],
  ['a name with a bidirectional override', 'invoice\u202efdp.pdf', pdf('x', [])],
  ['a name without an extension', 'README', Buffer.from('text')],
  ['an extension that is a property of Object.prototype', 'a.constructor', Buffer.from('text')],
  ['an archive type that is not accepted', 'a.7z', hex('377abcaf271c0004')],
  ['a PDF named .png', 'a.png', pdf('x', [])],
  ['a zip named .docx', 'a.docx', zip],
  ['a spreadsheet named .docx', 'a.docx', office('xl/workbook.xml')],
  ['a text document named .ods', 'a.ods', openDocument('application/vnd.oasis.opendocument.text')],
  ['text in a legacy encoding', 'a.txt', Buffer.from([0xcf, 0xf0, 0xe8])],
  ['text that ends within a UTF-8 sequence', 'a.txt', Buffer.from('ё').subarray(0, 1)],
  ['text with a NUL byte', 'a.csv', Buffer.from('a\0b')],
  ['text with a NUL byte far from the start', 'a.txt', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0])])],
  ['gzip that is not a tar', 'a.tar.gz', gzipSync('just text')],
  ['a truncated zip', 'a.zip', zip.subarray(0, 40)],
  ['an empty file', 'a.pdf', Buffer.alloc(0)],
]

for (const [what, name, bytes] of bad)
  test(`${what} is refused`, async () => {
    assert.equal(await kindOf(name, bytes), null)
  })
