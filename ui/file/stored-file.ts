import type { File as StoredFile } from '#contract/project.ts'
import { download } from '#ui/server/api.ts'
import { dayAt, size } from '#ui/time/format.ts'

// Files on the server: preview type, description, download.

export type PreviewKind = 'image' | 'pdf' | 'markdown' | 'text'

const MOST_BYTES = 20 * 1024 * 1024 // no preview above this size

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

export function kindOf({ mime, size }: Pick<StoredFile, 'mime' | 'size'>): PreviewKind | null {
  if (size > MOST_BYTES) return null
  if (pictures.includes(mime)) return 'image'
  if (mime === 'application/pdf') return navigator.pdfViewerEnabled ? 'pdf' : null // most phone browsers have no viewer
  if (mime === 'text/markdown') return 'markdown'
  return mime.startsWith('text/') || mime === 'application/json' ? 'text' : null
}

const LARGE_TEXT_BYTES = 100_000
const LARGE_BYTES = 5 * 1024 * 1024

/** Not opened without a click: the content comes from other people. */
export function isLarge(file: Pick<StoredFile, 'mime' | 'size'>): boolean {
  const kind = kindOf(file)
  return file.size > (kind === 'text' || kind === 'markdown' ? LARGE_TEXT_BYTES : LARGE_BYTES)
}

/** "Report · PDF · 1.2 MB · 3 Sept" */
export const describe = ({ category, type, size: bytes, date }: StoredFile): string =>
  [category, type, size(bytes), dayAt(date)].filter(Boolean).join(' · ')

/** Saves it as a file of the device. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads by fetch: a plain link would not send the access token. */
export const saveFile = async ({ url, name }: Pick<StoredFile, 'url' | 'name'>): Promise<void> => saveBlob(await download(url), name)
