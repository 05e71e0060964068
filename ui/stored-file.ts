import type { File as StoredFile } from '#contract/project.ts'
import { download } from './api.ts'
import { day, size } from './format.ts'

// A file the server keeps: what can be shown of it, and how it comes onto the device.

export type PreviewKind = 'image' | 'pdf' | 'markdown' | 'text'

const MOST_BYTES = 20 * 1024 * 1024 // more than that nobody wants to wait for to have a look

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

export function kindOf({ mime, size }: Pick<StoredFile, 'mime' | 'size'>): PreviewKind | null {
  if (size > MOST_BYTES) return null
  if (pictures.includes(mime)) return 'image'
  if (mime === 'application/pdf') return navigator.pdfViewerEnabled ? 'pdf' : null // phones mostly hand them to another app
  if (mime === 'text/markdown') return 'markdown'
  return mime.startsWith('text/') || mime === 'application/json' ? 'text' : null
}

/** "Report · PDF · 1.2 MB · 3 Sept" */
export const describe = ({ category, type, size: bytes, date }: StoredFile): string =>
  [category, type, size(bytes), day(date.slice(0, 10))].filter(Boolean).join(' · ')

/** Through the app, because the browser alone would come without the person's rights. */
export async function saveFile({ url, name }: Pick<StoredFile, 'url' | 'name'>): Promise<void> {
  const address = URL.createObjectURL(await download(url))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
