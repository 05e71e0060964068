import { gunzipSync, constants as zlib } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import type { Received } from './file-store.ts'
import { isDisguised } from './name.ts'

// Detects the file type from name and content together: a name can lie, and content can match several types (polyglot files).

type Sniffed = Pick<Received, 'head' | 'path' | 'open'> & { zipNames: ZipNamesOf }
/** The names in a zip; null when it is not a safe one. */
export type ZipNamesOf = (path: string) => Promise<string[] | null>
type Kind = { mime: string; is(file: Sniffed): boolean | Promise<boolean> }

const magic =
  (...extensions: string[]) =>
  async ({ head }: Sniffed): Promise<boolean> =>
    extensions.includes((await fileTypeFromBuffer(head))?.ext ?? '')

// Checked first: an executable may have a zip appended.
const zipNamesOf = async ({ head, path, zipNames }: Sniffed): Promise<string[] | null> =>
  head.subarray(0, 4).toString('latin1') === 'PK\x03\x04' ? zipNames(path) : null

const office =
  (entry: string) =>
  async (file: Sniffed): Promise<boolean> => {
    const names = await zipNamesOf(file)
    return names?.includes('[Content_Types].xml') === true && names.includes(entry)
  }

// OpenDocument has its MIME type as the first, uncompressed entry, so it is at a fixed offset.
const openDocument = (mime: string) => ({
  mime,
  is: async (file: Sniffed): Promise<boolean> =>
    file.head.subarray(30, 38 + mime.length).toString('latin1') === `mimetype${mime}` && (await zipNamesOf(file)) !== null,
})

const text = (mime: string): Kind => ({ mime, is: isPlainText })

const OOXML = 'application/vnd.openxmlformats-officedocument'
const ODF = 'application/vnd.oasis.opendocument'
const tarGz: Kind = { mime: 'application/gzip', is: isTarGz }

const kinds: Record<string, Kind> = {
  pdf: { mime: 'application/pdf', is: magic('pdf') },
  docx: { mime: `${OOXML}.wordprocessingml.document`, is: office('word/document.xml') },
  xlsx: { mime: `${OOXML}.spreadsheetml.sheet`, is: office('xl/workbook.xml') },
  pptx: { mime: `${OOXML}.presentationml.presentation`, is: office('ppt/presentation.xml') },
  odt: openDocument(`${ODF}.text`),
  ods: openDocument(`${ODF}.spreadsheet`),
  odp: openDocument(`${ODF}.presentation`),
  txt: text('text/plain'),
  md: text('text/markdown'),
  csv: text('text/csv'),
  json: text('application/json'),
  png: { mime: 'image/png', is: magic('png', 'apng') },
  jpg: { mime: 'image/jpeg', is: magic('jpg') },
  jpeg: { mime: 'image/jpeg', is: magic('jpg') },
  webp: { mime: 'image/webp', is: magic('webp') },
  gif: { mime: 'image/gif', is: magic('gif') },
  mp4: { mime: 'video/mp4', is: magic('mp4') },
  webm: { mime: 'video/webm', is: magic('webm') },
  mp3: { mime: 'audio/mpeg', is: magic('mp3') },
  zip: { mime: 'application/zip', is: async (file) => (await zipNamesOf(file)) !== null },
  'tar.gz': tarGz,
  tgz: tarGz,
}

/** The accepted extensions, for error messages. */
export const acceptedExtensions = Object.keys(kinds).join(', ')

export const extensionOf = (name: string): string => /\.(tar\.gz|[a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? ''

const kindOf = (name: string): Kind | null => {
  const extension = extensionOf(name)
  return Object.hasOwn(kinds, extension) && !isDisguised(name) ? kinds[extension]! : null
}

/** The type by the name alone; null when it is not accepted. */
export const mimeOf = (name: string): string | null => kindOf(name)?.mime ?? null

/** Whether the content matches the name. Reads the whole file. */
export async function isGenuine(name: string, file: Sniffed): Promise<boolean> {
  return (await kindOf(name)?.is(file)) === true
}

// Content that a browser might execute if it ignored our Content-Type.
const looksActive = /^\s*(?:<!doctype|<html|<svg|<script|<\?xml|<\?php|%PDF-)/i

async function isPlainText({ head, open }: Sniffed): Promise<boolean> {
  if (looksActive.test(head.toString('utf8').replace(/^\ufeff/, ''))) return false
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of open() as AsyncIterable<Buffer>) {
      if (part.includes(0)) return false
      decoder.decode(part, { stream: true })
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

// Decompresses only the first bytes, never the whole file.
function isTarGz({ head }: Sniffed): boolean {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return false
  try {
    return gunzipSync(head, { finishFlush: zlib.Z_SYNC_FLUSH }).subarray(257, 262).toString('latin1') === 'ustar'
  } catch {
    return false
  }
}
