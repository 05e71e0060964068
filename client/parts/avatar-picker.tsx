import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { deleteAvatar, putAvatar } from '#contract/profile.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { isRemoving, removeLater, whenRemoved } from '#ui/dialog/removal.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { upload } from '#ui/file/upload.ts'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { isFinal } from '#ui/states.tsx'

const REMOVAL = 'avatar'
const MOST_PIXELS = 512

/** Crops the centre to a small square. Re-encoding also removes EXIF data (location, camera). */
async function cropToSquare(picked: File): Promise<File> {
  const bitmap = await createImageBitmap(picked)
  const side = Math.min(bitmap.width, bitmap.height)
  const pixels = Math.min(side, MOST_PIXELS)
  const canvas = Object.assign(document.createElement('canvas'), { width: pixels, height: pixels })
  const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')!.drawImage(bitmap, x, y, side, side, 0, 0, pixels, pixels)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
  if (blob === null) throw new Error('the canvas could not be encoded')
  return new File([blob], `picture.${blob.type.slice('image/'.length)}`, { type: blob.type }) // WebKit writes PNG
}

type Props = { name: string; src: string | null; onChange(avatar: string | null): void; children: ComponentChildren }
type Sending = { file: File; preview: string; share: number; stop: AbortController; fault: unknown }

export function AvatarPicker({ name, src, onChange, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const current = sending?.preview ?? (isRemoving(REMOVAL) ? null : src)

  const end = () => setSending(null)
  const send = async (file: File, preview: string) => {
    const stop = new AbortController()
    setSending({ file, preview, share: 0, stop, fault: null })
    const onProgress = (share: number) => setSending((now) => now && { ...now, share })
    try {
      await whenRemoved(REMOVAL) // otherwise the removal would remove the new one
      const { avatar } = await upload({ endpoint: putAvatar, fields: {}, files: [file], signal: stop.signal, onProgress })
      onChange(avatar)
      end()
      tell(t('avatar.saved'))
    } catch (error) {
      if (stop.signal.aborted) end()
      else setSending((now) => now && { ...now, fault: error })
    }
  }
  const pick = async (picked: File | undefined) => {
    if (!picked) return
    try {
      const file = await cropToSquare(picked)
      setIsUnreadable(false)
      await send(file, URL.createObjectURL(file))
    } catch {
      setIsUnreadable(true)
    }
  }
  const remove = () => removeLater(REMOVAL, { done: t('avatar.removed'), remove: () => call(deleteAvatar).then(() => onChange(null)) })
  const isOff = !isOnline.value || (sending !== null && sending.fault === null)
  return (
    <>
      <div class="own-person">
        <Avatar key={current} size={72} name={name} src={current} />
        <div>{children}</div>
      </div>
      {sending && sending.fault === null && (
        <div class="row">
          <progress class="progress" value={sending.share} aria-label={t('avatar.sending')} />
          <Button look="plain" onClick={() => sending.stop.abort()}>
            {w('cancel')}
          </Button>
        </div>
      )}
      <ErrorMessage of={sending?.fault || (isUnreadable && t('avatar.unreadable'))} />
      <div class="row">
        {sending?.fault ? (
          <>
            {!isFinal(sending.fault) && <Button onClick={() => void send(sending.file, sending.preview)}>{w('retry')}</Button>}
            <Button look="plain" onClick={end}>
              {w('cancel')}
            </Button>
          </>
        ) : null}
        {!sending && (
          <Button look="soft" disabled={isOff} onClick={() => input.current?.click()}>
            {current === null ? t('avatar.add') : t('avatar.change')}
          </Button>
        )}
        {!sending && current !== null && (
          <Button look="plain" disabled={isOff} onClick={remove}>
            {t('avatar.remove')}
          </Button>
        )}
      </div>
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          void pick(currentTarget.files?.[0])
          currentTarget.value = '' // the same file can be chosen again
        }}
      />
    </>
  )
}
