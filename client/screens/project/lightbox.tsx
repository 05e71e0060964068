import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '#client/texts.ts'
import type { File as StoredFile } from '#contract/project.ts'
import { IconButton } from '#ui/button.tsx'
import { DownloadButton, FileContent } from '#ui/file/file-preview.tsx'
import { w } from '#ui/shared-texts.ts'

const SWIPE_PX = 48

type Props = { pictures: StoredFile[]; file: StoredFile | null; onShow(file: StoredFile): void; onClose(): void }

/** Pictures one at a time over the whole screen: arrow keys, buttons or a swipe show the others. */
export function Lightbox({ pictures, file, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const id = useId()
  const isOpen = file !== null
  useEffect(() => {
    if (isOpen) dialog.current!.showModal()
    else if (dialog.current!.open) dialog.current!.close()
    document.documentElement.classList.toggle('has-dialog', isOpen)
    return () => document.documentElement.classList.remove('has-dialog')
  }, [isOpen])
  const at = pictures.findIndex((one) => one.id === file?.id)
  const show = (index: number) => pictures[index] && onShow(pictures[index])
  // Forward is to the left in right-to-left languages.
  const forward = () => (document.documentElement.dir === 'rtl' ? -1 : 1)
  const keys: Record<string, () => number> = {
    ArrowRight: () => at + forward(),
    ArrowLeft: () => at - forward(),
    Home: () => 0,
    End: () => pictures.length - 1,
  }
  const swipe = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const [x, y] = [clientX - (start.current?.x ?? clientX), clientY - (start.current?.y ?? clientY)]
    start.current = null
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) show(at - Math.sign(x) * forward())
  }
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        const target = keys[event.key]
        if (!target) return
        event.preventDefault()
        show(target())
      }}
    >
      {file && (
        <div class="lightbox-body">
          <header class="lightbox-head">
            <h2 id={id} tabIndex={-1} autofocus>
              <bdi>{file.name}</bdi>
            </h2>
            {pictures.length > 1 && <span role="status">{t('gallery.position', { at: at + 1, all: pictures.length })}</span>}
            <IconButton icon="close" name={w('close')} onClick={onClose} />
          </header>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the arrow keys */}
          <div
            class="lightbox-stage"
            onPointerDown={({ clientX, clientY, isPrimary }) => {
              start.current = isPrimary ? { x: clientX, y: clientY } : null // two fingers zoom
            }}
            onPointerUp={swipe}
            onDragStart={(event) => event.preventDefault()}
          >
            <FileContent key={file.id} file={file} />
          </div>
          <footer class="lightbox-foot">
            {pictures.length > 1 && (
              <IconButton icon="back" name={t('gallery.previous')} disabled={at === 0} onClick={() => show(at - 1)} />
            )}
            <DownloadButton file={file} />
            {pictures.length > 1 && (
              <IconButton icon="next" name={t('gallery.next')} disabled={at === pictures.length - 1} onClick={() => show(at + 1)} />
            )}
          </footer>
        </div>
      )}
    </dialog>
  )
}
