import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ConsoleProject } from '#contract/console/project.ts'
import { deleteCover, type EditedCover, uploadCover } from '#contract/cover.ts'
import { listTags } from '#contract/tag.ts'
import { call, download } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { size } from '#ui/format.ts'
import { isOnline } from '#ui/online.ts'
import { refreshAll, useCall } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell, tellUndoable } from '#ui/toast.tsx'
import { CoverDialog, type Picture } from './cover-dialog.tsx'
import type { Editing } from './use-editing.ts'

/** Pictures of drafts need the access token, which an image cannot send. */
function useVisibleCover({ cover, state }: Pick<ConsoleProject, 'cover' | 'state'>): EditedCover | null {
  const isPrivate = cover !== null && state !== 'published'
  const [own, setOwn] = useState<{ url: string; address: string } | null>(null)
  const address = isPrivate ? cover.url : null
  useEffect(() => {
    if (address === null) return
    const stop = new AbortController()
    let url = ''
    download(address, stop.signal).then(
      (blob) => {
        url = URL.createObjectURL(blob)
        setOwn({ url, address })
      },
      () => {}, // the generated cover stays
    )
    return () => {
      stop.abort()
      URL.revokeObjectURL(url)
    }
  }, [address])
  if (!isPrivate) return cover
  return own?.address === address ? { ...cover, url: own!.url, sources: [] } : null
}

export function CoverCard({ project, editing }: { project: ConsoleProject; editing: Editing }) {
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [removed, setRemoved] = useState<string | null>(null) // hidden by its address until the answer no longer has it
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState('')
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  const visible = useVisibleCover(project)
  const cover = project.cover?.url === removed ? null : project.cover
  const { mostBytes } = uploadCover.files
  const choose = (file: File | undefined) => {
    if (!file) return
    const isTooLarge = file.size > mostBytes
    const why = isTooLarge ? t('cover.tooLarge', { size: size(file.size), most: size(mostBytes) }) : t('cover.unreadable')
    const isPicture = /^image\/(jpeg|png|webp)$/.test(file.type)
    setFault(isTooLarge || !isPicture ? why : '')
    if (!isTooLarge && isPicture) setPicture({ file, cover: null, alt: '' })
  }
  const remove = () => {
    const address = cover!.url
    setRemoved(address)
    const restore = () => setRemoved(null)
    const removeNow = () =>
      call(deleteCover, { params: { slug: project.slug } }).then(refreshAll, (error) => {
        restore()
        tell(reasonOf(error).detail)
      })
    tellUndoable(t('cover.removed'), () => void removeNow(), restore)
  }
  const names = editing.form.tags.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? [])
  const isOff = !isOnline.value
  return (
    <section class="card stack" aria-label={t('cover.title')}>
      <h2>{t('cover.title')}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the button below */}
      <div
        class={`editor-cover${isOver ? ' is-over' : ''}`}
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
        <Cover project={{ slug: project.slug, cover: cover && visible }} tags={tags.length > 0 ? names : null} size="card" eager />
        {isOver && <strong class="editor-cover-drop">{t('cover.dropHere')}</strong>}
      </div>
      <p class="field-hint">{cover ? cover.alt : t('cover.hint')}</p>
      {fault && (
        <p class="field-fault" role="alert">
          {fault}
        </p>
      )}
      <div class="row">
        <Button look="soft" icon="upload" disabled={isOff} onClick={() => input.current!.click()}>
          {cover ? t('cover.replace') : t('cover.upload')}
        </Button>
        {cover && (
          <Button look="plain" icon="edit" disabled={isOff} onClick={() => setPicture({ file: null, cover, alt: cover.alt })}>
            {t('cover.edit')}
          </Button>
        )}
        {cover && (
          <Button look="plain" icon="remove" disabled={isOff} onClick={remove}>
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
      <label class="choice">
        <input
          type="checkbox"
          checked={editing.form.teamMayChangeCover}
          onChange={({ currentTarget }) => editing.set({ teamMayChangeCover: currentTarget.checked })}
        />
        <span>
          {t('projects.teamMayChangeCover')}
          <small>{t('cover.teamHint')}</small>
        </span>
      </label>
      {picture && <CoverDialog slug={project.slug} picture={picture} onClose={() => setPicture(null)} onSaved={() => setRemoved(null)} />}
    </section>
  )
}
