import { useRef, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { addDescriptionFile, type ConsoleProject, deleteDescriptionFile } from '#contract/console/project.ts'
import { acceptedFiles } from '#contract/result.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { isRemoving, removeLater } from '#ui/dialog/removal.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { upload } from '#ui/file/upload.ts'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { FileName } from './file-name.tsx'

type Upload = { at: number; file: File; share: number; error: unknown; abort: AbortController }

let last = 0

/** Uploads with progress, error and retry. */
function useUploads(projectId: number) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const patch = (at: number, changes: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.at === at ? { ...one, ...changes } : one)))
  const drop = (at: number) => setUploads((list) => list.filter((one) => one.at !== at))
  async function send({ at, file, abort }: Upload): Promise<void> {
    patch(at, { share: 0, error: null })
    const onProgress = (share: number) => patch(at, { share })
    const params = { id: projectId }
    try {
      await upload({ endpoint: addDescriptionFile, params, fields: {}, files: [file], signal: abort.signal, onProgress })
      await refreshAll()
      drop(at)
      tell(t('projects.fileAdded', { name: file.name }))
    } catch (error) {
      if (!abort.signal.aborted) patch(at, { error })
    }
  }
  async function begin(files: File[]): Promise<void> {
    const more = files.map((file) => ({ at: ++last, file, share: 0, error: null, abort: new AbortController() }))
    setUploads((list) => [...list, ...more])
    for (const one of more) await send(one) // one by one: the server limits parallel uploads
  }
  const stop = ({ at, abort }: Upload) => {
    abort.abort()
    drop(at)
  }
  return { uploads, begin, again: send, stop }
}

const UploadRow = ({ upload, onAgain, onStop }: { upload: Upload; onAgain(): void; onStop(): void }) => {
  const { name } = upload.file
  return upload.error === null ? (
    <li class="editor-sending">
      <span dir="auto">{t('projects.sending', { name })}</span>
      <progress class="progress" value={upload.share} aria-label={t('projects.sending', { name })} />
      <span class="soft" aria-hidden="true">{`${count(Math.floor(upload.share * 100))}\u00a0%`}</span>
      <IconButton icon="close" name={t('projects.stop', { name })} onClick={onStop} />
    </li>
  ) : (
    <li class="editor-sending" role="alert">
      <span>
        <strong class="field-fault">{t('projects.notSent', { name })}</strong> {reasonOf(upload.error).detail}
      </span>
      <Button look="soft" onClick={onAgain}>
        {w('retry')}
      </Button>
      <IconButton icon="close" name={t('projects.stop', { name })} onClick={onStop} />
    </li>
  )
}

export function DescriptionFiles({ project }: { project: ConsoleProject }) {
  const input = useRef<HTMLInputElement>(null)
  const { uploads, begin, again, stop } = useUploads(project.id)
  const remove = ({ id, name }: ConsoleProject['descriptionFiles'][number]) =>
    removeLater(`file ${id}`, {
      done: t('projects.fileRemoved', { name }),
      remove: () => call(deleteDescriptionFile, { params: { id: String(id) } }),
    })
  const files = project.descriptionFiles.filter(({ id }) => !isRemoving(`file ${id}`))
  return (
    <section class="card stack">
      <h2>{t('projects.files')}</h2>
      <p class="field-hint">{t('projects.filesHint')}</p>
      {files.length + uploads.length > 0 && (
        <ul class="rows" aria-label={t('projects.files')}>
          {files.map((file) => (
            <li key={file.id} class="editor-file">
              <FileName file={file} />
              <IconButton icon="remove" name={t('projects.removeFile', { name: file.name })} onClick={() => remove(file)} />
            </li>
          ))}
          {uploads.map((one) => (
            <UploadRow key={one.at} upload={one} onAgain={() => void again(one)} onStop={() => stop(one)} />
          ))}
        </ul>
      )}
      <div>
        <Button look="soft" icon="upload" onClick={() => input.current!.click()}>
          {t('projects.addFiles')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={acceptedFiles}
          multiple
          hidden
          onChange={({ currentTarget }) => {
            void begin([...(currentTarget.files ?? [])])
            currentTarget.value = '' // the same file may be chosen again
          }}
        />
      </div>
    </section>
  )
}
