import { useRef, useState } from 'preact/hooks'
import { type Cover as CoverOf, deleteCover, type EditedCover, getEditedCover, uploadCover } from '#contract/cover.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { isRemoving, removeLater } from '#ui/dialog/removal.ts'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { size } from '#ui/time/format.ts'
import { Cover } from './cover.tsx'
import { CoverDialog, type CoverText, type Picture, removalOf } from './cover-dialog.tsx'

type Props = {
  t: CoverText
  slug: string
  cover: CoverOf | EditedCover | null
  /** What is shown; pictures of drafts have another address. */
  visible: CoverOf | null
  tags: readonly string[] | null
  /** Id of the text that says why the buttons are off without a network. */
  offlineId?: string
}

/** Shows the cover of a project; uploads, crops, describes and removes it. */
export function CoverPicker({ t, slug, cover: stored, visible, tags, offlineId }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState('')
  const { act, isBusy, error, clear } = useAct()
  const cover = isRemoving(removalOf(slug)) ? null : stored
  const { mostBytes } = uploadCover.files
  const choose = (file: File | undefined) => {
    if (!file) return
    const isTooLarge = file.size > mostBytes
    const why = isTooLarge ? t('cover.tooLarge', { size: size(file.size), most: size(mostBytes) }) : t('cover.unreadable')
    const isPicture = /^image\/(jpeg|png|webp)$/.test(file.type)
    setFault(isTooLarge || !isPicture ? why : '')
    clear()
    if (!isTooLarge && isPicture) setPicture({ file, cover: null, alt: '' })
  }
  const edit = async () => {
    setFault('')
    const edited = await act(() => call(getEditedCover, { params: { slug } }))
    if (edited) setPicture({ file: null, cover: edited, alt: edited.alt })
  }
  const remove = () => removeLater(removalOf(slug), { done: t('cover.removed'), remove: () => call(deleteCover, { params: { slug } }) })
  const isOff = !isOnline.value
  const online = isOff ? { disabled: true, 'aria-describedby': offlineId } : {}
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the button below */}
      <div
        class={`cover-picker${isOver ? ' is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (!isOff) choose(event.dataTransfer?.files[0])
        }}
      >
        <Cover project={{ slug, cover: cover && visible }} tags={tags} size="card" eager />
        {isOver && <strong class="cover-picker-drop">{t('cover.dropHere')}</strong>}
      </div>
      <p class="field-hint">{cover ? cover.alt : t('cover.hint')}</p>
      <ErrorMessage of={fault || error} />
      <div class="row">
        <Button look="soft" icon="upload" {...online} onClick={() => input.current!.click()}>
          {cover ? t('cover.replace') : t('cover.upload')}
        </Button>
        {cover && (
          <Button look="plain" icon="edit" {...online} isBusy={isBusy} onClick={() => void edit()}>
            {t('cover.edit')}
          </Button>
        )}
        {cover && (
          <Button look="plain" icon="remove" {...online} onClick={remove}>
            {t('cover.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          currentTarget.value = '' // the same file may be chosen again
        }}
      />
      {picture && <CoverDialog t={t} slug={slug} picture={picture} onClose={() => setPicture(null)} />}
    </>
  )
}
