import { useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { addDescriptionFile, deleteDescriptionFile, type EditedProject } from '#contract/console/project.ts'
import { call, ProblemError, upload } from '#ui/api.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { refreshAll } from '#ui/query.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell, tellUndoable } from '#ui/toast.tsx'
import { FileName } from './file-name.tsx'

type Sending = { at: number; file: File; key: string; share: number; error: unknown; abort: AbortController }

let last = 0

/** Files on their way: how far, why not, and once more. */
function useSendings(projectId: number) {
  const [sendings, setSendings] = useState<Sending[]>([])
  const put = (at: number, changes: Partial<Sending>) =>
    setSendings((known) => known.map((one) => (one.at === at ? { ...one, ...changes } : one)))
  const forget = (at: number) => setSendings((known) => known.filter((one) => one.at !== at))
  async function send({ at, file, key, abort }: Sending): Promise<void> {
    put(at, { share: 0, error: null })
    const onProgress = (share: number) => put(at, { share })
    const params = { id: projectId }
    try {
      await upload({ endpoint: addDescriptionFile, params, fields: {}, files: [file], key, signal: abort.signal, onProgress })
      await refreshAll()
      forget(at)
      tell(t('projects.fileAdded', { name: file.name }))
    } catch (error) {
      // A refusal is remembered with its key; where nothing came back, the same key makes sure that it happens once.
      if (!abort.signal.aborted) put(at, { error, ...(error instanceof ProblemError ? { key: crypto.randomUUID() } : {}) })
    }
  }
  async function begin(files: File[]): Promise<void> {
    const more = files.map((file) => ({ at: ++last, file, key: crypto.randomUUID(), share: 0, error: null, abort: new AbortController() }))
    setSendings((known) => [...known, ...more])
    for (const one of more) await send(one) // one after the other: the server takes few at once
  }
  const stop = ({ at, abort }: Sending) => {
    abort.abort()
    forget(at)
  }
  return { sendings, begin, again: send, stop }
}

const OnItsWay = ({ sending, onAgain, onStop }: { sending: Sending; onAgain(): void; onStop(): void }) => {
  const { name } = sending.file
  return sending.error === null ? (
    <li class="editor-sending">
      <span dir="auto">{t('projects.sending', { name })}</span>
      <progress class="progress" value={sending.share} aria-label={t('projects.sending', { name })} />
      <span class="soft" aria-hidden="true">{`${count(Math.floor(sending.share * 100))}\u00a0%`}</span>
      <IconButton icon="close" name={t('projects.stop', { name })} onClick={onStop} />
    </li>
  ) : (
    <li class="editor-sending" role="alert">
      <span>
        <strong class="field-fault">{t('projects.notSent', { name })}</strong> {reasonOf(sending.error).detail}
      </span>
      <Button look="soft" onClick={onAgain}>
        {w('retry')}
      </Button>
      <IconButton icon="close" name={t('projects.stop', { name })} onClick={onStop} />
    </li>
  )
}

export function DescriptionFiles({ project }: { project: EditedProject }) {
  const input = useRef<HTMLInputElement>(null)
  const [leaving, setLeaving] = useState<number[]>([])
  const { sendings, begin, again, stop } = useSendings(project.id)
  const stay = (id: number) => setLeaving((known) => known.filter((one) => one !== id))
  const remove = ({ id, name }: EditedProject['descriptionFiles'][number]) => {
    const really = () =>
      call(deleteDescriptionFile, { params: { id: String(id) } })
        .then(refreshAll)
        .catch((error) => tell(reasonOf(error).detail))
        .finally(() => stay(id))
    setLeaving((known) => [...known, id])
    tellUndoable(
      t('projects.fileRemoved', { name }),
      () => void really(),
      () => stay(id),
    )
  }
  const files = project.descriptionFiles.filter(({ id }) => !leaving.includes(id))
  return (
    <section class="card stack">
      <h2>{t('projects.files')}</h2>
      <p class="field-hint">{t('projects.filesHint')}</p>
      {files.length + sendings.length > 0 && (
        <ul class="rows" aria-label={t('projects.files')}>
          {files.map((file) => (
            <li key={file.id} class="editor-file">
              <FileName file={file} />
              <IconButton icon="remove" name={t('projects.removeFile', { name: file.name })} onClick={() => remove(file)} />
            </li>
          ))}
          {sendings.map((one) => (
            <OnItsWay key={one.at} sending={one} onAgain={() => void again(one)} onStop={() => stop(one)} />
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
