import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { ConsoleProject } from '#contract/console/project.ts'
import type { EditedCover } from '#contract/cover.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { CoverPicker } from '#ui/cover/cover-picker.tsx'
import { download } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import type { Editing } from './project-form.ts'

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
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  const visible = useVisibleCover(project)
  const names = editing.form.tags.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? [])
  return (
    <section class="card stack" aria-label={t('cover.title')}>
      <h2>{t('cover.title')}</h2>
      <CoverPicker t={t} slug={project.slug} cover={project.cover} visible={visible} tags={tags.length > 0 ? names : null} />
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
    </section>
  )
}
