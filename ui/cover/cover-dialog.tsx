import { useEffect, useState } from 'preact/hooks'
import { type EditedCover, MOST_ALT, updateCover, uploadCover } from '#contract/cover.ts'
import { cropOf, type Focal } from '#rules/project/cover-change.ts'
import type { Areas } from '#texts/areas.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { whenRemoved } from '#ui/dialog/removal.ts'
import { upload } from '#ui/file/upload.ts'
import { faultsOf, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call, download } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { Loading } from '#ui/states.tsx'
import type { Values } from '#ui/texts.ts'
import { FocalPoint } from './focal-point.tsx'
import './cover-dialog.css'

/** A new picture, or the present cover. */
export type Picture = { file: File | null; cover: EditedCover | null; alt: string }
type Size = { width: number; height: number }

/** The key of the removal of a cover. */
export const removalOf = (slug: string) => `cover ${slug}`

const SMALL = 960 // pixels; narrower pictures are blurred on a wide screen

/** The address of the whole picture on this device; null while it is loaded. */
function useWholePicture({ file, cover }: Picture): { url: string | null; error: unknown } {
  const [url, setUrl] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const stop = new AbortController()
    let address = ''
    const show = (blob: Blob) => {
      address = URL.createObjectURL(blob)
      setUrl(address)
    }
    if (file) show(file)
    else download(cover!.sourceUrl, stop.signal).then(show, (reason) => !stop.signal.aborted && setError(reason))
    return () => {
      stop.abort()
      URL.revokeObjectURL(address)
    }
  }, [])
  return { url, error }
}

/** Texts of the app: both have those of the editor. */
export type CoverText = (key: keyof Areas['cover'], values?: Values) => string

type Props = { t: CoverText; slug: string; picture: Picture; onClose(): void }

/** Crops a picture and describes it. */
export function CoverDialog({ t, slug, picture, onClose }: Props) {
  const { file, cover } = picture
  const start: Focal = cover ? { focalX: cover.focalX, focalY: cover.focalY } : { focalX: 50, focalY: 50 }
  const [alt, setAlt] = useState(picture.alt)
  const [focal, setFocal] = useState(start)
  const [whole, setWhole] = useState<Size | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const [isAltMissing, setIsAltMissing] = useState(false)
  const [share, setShare] = useState(0) // of the upload
  const { act, isBusy, error } = useAct({ hasText: true })
  const { url, error: loadError } = useWholePicture(picture)
  const isMoved = focal.focalX !== start.focalX || focal.focalY !== start.focalY
  const isDirty = file !== null || isMoved || alt !== picture.alt

  async function save(): Promise<void> {
    setIsAltMissing(alt.trim() === '')
    if (alt.trim() === '') return
    setShare(0)
    const params = { slug }
    const work = async () => {
      await whenRemoved(removalOf(slug)) // otherwise the removal would remove the new one
      return file
        ? upload({ endpoint: uploadCover, params, fields: { alt, ...focal }, files: [file], onProgress: setShare })
        : call(updateCover, { params, body: { alt, ...focal } })
    }
    if (await act(work, { done: t('cover.saved') })) onClose()
  }
  const faults = faultsOf(error)
  return (
    <FormDialog
      title={t(file ? 'cover.new' : 'cover.edit')}
      isOpen
      isDirty={isDirty && !isBusy && !isUnreadable}
      onClose={onClose}
      hasCancel
      submit={t('cover.save')}
      button={{ disabled: !isDirty || whole === null || isUnreadable || !isOnline.value }}
      isBusy={isBusy}
      noValidate
      onSubmit={save}
    >
      <ErrorMessage of={isUnreadable ? t('cover.unreadable') : (loadError ?? faults[''])} />
      {url === null && !loadError && <Loading lines={4} />}
      {url !== null && !isUnreadable && (
        <FocalPoint
          label={t('cover.position')}
          src={url}
          whole={whole}
          focal={focal}
          onMove={setFocal}
          onLoad={setWhole}
          onError={() => setIsUnreadable(true)}
        />
      )}
      {whole && cropOf(whole, focal).width < SMALL && <p class="field-hint">{t('cover.small')}</p>}
      <TextArea
        label={t('cover.alt')}
        hint={t('cover.altHint')}
        fault={isAltMissing ? t('cover.altMissing') : faults.alt}
        rows={2}
        maxLength={MOST_ALT}
        required
        value={alt}
        onInput={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      {isBusy && file && share < 1 && <progress class="progress" value={share} aria-label={t('cover.sending')} />}
      {isBusy && (!file || share === 1) && (
        <p class="soft" role="status">
          {t('cover.making')}
        </p>
      )}
    </FormDialog>
  )
}
