import { useEffect, useState } from 'preact/hooks'
import type { File as StoredFile } from '#contract/project.ts'
import { useCategories } from '#ui/file/categories.ts'
import { FilePreview } from '#ui/file/file-preview.tsx'
import { describe, kindOf } from '#ui/file/stored-file.ts'
import { Icon } from '#ui/icon.tsx'
import { download } from '#ui/server/api.ts'
import { Lightbox } from './lightbox.tsx'
import './gallery.css'

const MOST_BYTES = 2 * 1024 * 1024 // larger pictures are loaded only when they are opened

/** The address of a picture; files of the team need the access token, which an image cannot send. */
function usePicture({ url, isPublic }: StoredFile): string | null {
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => {
    if (isPublic) return
    const stop = new AbortController()
    let address = ''
    download(url, stop.signal).then(
      (blob) => {
        address = URL.createObjectURL(blob)
        setOwn(address)
      },
      () => {}, // the icon stays
    )
    return () => {
      stop.abort()
      URL.revokeObjectURL(address)
    }
  }, [url])
  return isPublic ? url : own
}

function Thumbnail({ file }: { file: StoredFile }) {
  const url = usePicture(file)
  const [isBroken, setIsBroken] = useState(false)
  if (url === null || isBroken) return <Icon name="image" size={32} />
  return <img src={url} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setIsBroken(true)} />
}

const isPicture = (file: StoredFile): boolean => kindOf(file) === 'image'

function Preview({ file }: { file: StoredFile }) {
  if (isPicture(file))
    return <span class="gallery-preview">{file.size <= MOST_BYTES ? <Thumbnail file={file} /> : <Icon name="image" size={32} />}</span>
  return (
    <span class="gallery-preview" aria-hidden="true">
      <span class="gallery-sheet">{file.type}</span>
    </span>
  )
}

/** Files as cards: pictures with a thumbnail, which open in a lightbox; others with their type, which open in the preview. */
export function Gallery({ files, label }: { files: StoredFile[]; label: string }) {
  const translated = useCategories(files.some(({ category }) => category !== null))
  const [open, setOpen] = useState<StoredFile | null>(null)
  const isLightbox = open !== null && isPicture(open)
  return (
    <>
      <ul class="bare gallery" aria-label={label}>
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" class="gallery-item" aria-haspopup="dialog" onClick={() => setOpen(file)}>
              <Preview file={file} />
              <span class="gallery-text">
                <bdi>{file.name}</bdi>
                <small class="soft">{describe(translated(file))}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Lightbox pictures={files.filter(isPicture)} file={isLightbox ? open : null} onShow={setOpen} onClose={() => setOpen(null)} />
      <FilePreview file={isLightbox ? null : open} onClose={() => setOpen(null)} />
    </>
  )
}
