import { useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { useRestoredFocus } from '#client/parts/restored-focus.ts'
import { t } from '#client/texts.ts'
import type { File as StoredFile } from '#contract/project.ts'
import { changeResult, deleteResult, uploadResult } from '#contract/result.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { isRemoving, removeLater, whenRemoved } from '#ui/dialog/removal.ts'
import { upload } from '#ui/file/upload.ts'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { dayAt, size } from '#ui/time/format.ts'
import { removalOf } from './removal.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadRow } from './upload-row.tsx'
import { begin, uploads } from './upload-state.ts'
import { VersionsDialog } from './versions-dialog.tsx'

type Target = { project: string; team: number; category: string }
type Props = {
  name: string
  isPublic: boolean
  file: StoredFile | undefined
  target: Target
  mayChange: boolean
  onOpen(file: StoredFile): void
}

const factsOf = ({ size: bytes, date, version }: StoredFile): string =>
  [size(bytes), dayAt(date), t('team.version', { version })].join(' · ')

export function Category({ name, isPublic, file: stored, target, mayChange, onOpen }: Props) {
  const [dialog, setDialog] = useState<'replace' | 'versions' | null>(null)
  const [tooLarge, setTooLarge] = useState('')
  const { box, heading } = useRestoredFocus<HTMLLIElement>()
  const key = `${target.team} ${target.project} ${target.category}`
  const isSending = uploads.value[key]?.error === null
  const file = stored && isRemoving(`file ${stored.id}`) ? undefined : stored
  const { mostBytes } = uploadResult.files

  const publish = (picked: File) => {
    setTooLarge(picked.size > mostBytes ? t('team.tooLarge', { name: picked.name, size: size(picked.size), most: size(mostBytes) }) : '')
    if (picked.size > mostBytes) return
    begin(key, picked, async (options) => {
      if (stored) await whenRemoved(`file ${stored.id}`) // a category holds one file: wait until the old one is deleted
      await upload({ endpoint: uploadResult, fields: target, files: [picked], ...options })
      return 'new'
    })
  }
  const replace = (picked: File, comment: string) => {
    const fields = { file: stored!.id, comment: comment || null }
    setDialog(null)
    begin(key, picked, async (options) => {
      const { version } = await upload({ endpoint: changeResult, fields, files: [picked], ...options })
      return version === stored!.version ? 'same' : 'new'
    })
  }
  const remove = (removed: StoredFile) =>
    removeLater(
      `file ${removed.id}`,
      removalOf(removed.name, () => call(deleteResult, { query: { file: String(removed.id) } })),
    )

  return (
    <li class="result" ref={box}>
      <div class="spread result-head">
        <h3 ref={heading} tabIndex={-1}>
          {name}
        </h3>
        <span class="badge">{t(isPublic ? 'team.public' : 'team.private')}</span>
      </div>
      {file ? (
        <div class="spread">
          <button type="button" class="result-file" onClick={() => onOpen(file)}>
            <Icon name="file" />
            <span>
              <bdi>{file.name}</bdi>
              <small class="soft">{factsOf(file)}</small>
            </span>
          </button>
          {mayChange && !isSending && (
            <IconButton icon="remove" name={t('team.delete', { name: file.name })} {...onlineOnly()} onClick={() => remove(file)} />
          )}
        </div>
      ) : (
        <div class="spread">
          <span class="soft">{t('team.noFile')}</span>
          {mayChange && <UploadButton category={name} isBusy={isSending} onPick={publish} />}
        </div>
      )}
      {file && (mayChange || file.version > 1) && (
        <div class="row">
          {mayChange && (
            <Button
              look="soft"
              icon="upload"
              isBusy={isSending}
              aria-label={t('team.replaceOf', { name: file.name })}
              {...onlineOnly()}
              onClick={() => setDialog('replace')}
            >
              {t('team.replace')}
            </Button>
          )}
          {file.version > 1 && (
            <Button look="plain" aria-label={t('team.versions', { name: file.name })} onClick={() => setDialog('versions')}>
              {t('team.earlier')}
            </Button>
          )}
        </div>
      )}
      <ErrorMessage of={tooLarge} />
      <UploadRow at={key} />
      {stored && (
        <>
          <ReplaceDialog file={stored} isOpen={dialog === 'replace'} onClose={() => setDialog(null)} onSend={replace} />
          <VersionsDialog file={stored} isOpen={dialog === 'versions'} onClose={() => setDialog(null)} />
        </>
      )}
    </li>
  )
}
