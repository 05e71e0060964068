import { useEffect, useRef, useState } from 'preact/hooks'
import { PickedFiles } from '#client/parts/picked-files.tsx'
import { aboutFiles, MOST_CHARACTERS } from '#client/screens/apply/form.tsx'
import { t } from '#client/texts.ts'
import { type ProjectRequest, updateRequest } from '#contract/request.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { upload } from '#ui/file/upload.ts'
import { faultsOf, TextArea } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'

// Ref callback: focuses the first button when the element is mounted.
const focusFirst = (element: HTMLElement | null) => element?.querySelector('button')?.focus()

export function EditDialog({ request, isOpen, onClose }: { request: ProjectRequest; isOpen: boolean; onClose(): void }) {
  const [message, setMessage] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isAsking, setIsAsking] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => {
    if (!isOpen) return
    setMessage(request.message ?? '')
    setFiles([])
    setError(null)
    setIsAsking(false)
  }, [isOpen])
  const isDirty = message !== (request.message ?? '') || files.length > 0
  const leave = () => {
    stop.current?.abort()
    onClose()
  }
  const close = () => (isDirty && !isAsking ? setIsAsking(true) : leave())
  const save = async (event: Event) => {
    event.preventDefault()
    if (share !== null) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setError(null)
    setShare(0)
    try {
      if (files.length === 0) await call(updateRequest, { body: { request: request.id, message: message || null }, signal })
      else await upload({ endpoint: updateRequest, fields: { request: request.id, message }, files, signal, onProgress: setShare })
      onClose()
      tell(t('application.changed'))
      void refreshAll()
    } catch (problem) {
      if (!signal.aborted) setError(problem)
    } finally {
      setShare(null)
    }
  }
  const faults = faultsOf(error, aboutFiles)
  const generalError = error !== null && !faults.message && !faults.files ? reasonOf(error).detail : ''
  return (
    <Dialog
      title={t('application.editTitle')}
      isOpen={isOpen}
      onClose={close}
      footer={
        isAsking ? (
          <div class="stack" role="alertdialog" aria-label={w('unsaved')} ref={focusFirst}>
            <p>{w('unsaved')}</p>
            <div class="row">
              <Button onClick={() => setIsAsking(false)}>{w('keepEditing')}</Button>
              <Button look="danger" onClick={leave}>
                {w('discard')}
              </Button>
            </div>
          </div>
        ) : (
          <>
            <Button look="plain" onClick={share === null ? close : () => stop.current?.abort()}>
              {share === null ? w('cancel') : t('apply.stop')}
            </Button>
            <Button
              type="submit"
              form="application-edit"
              isBusy={share !== null}
              disabled={!isOnline.value}
              title={isOnline.value ? undefined : t('onlyOnline')}
            >
              {error ? w('retry') : t('save')}
            </Button>
          </>
        )
      }
    >
      <form id="application-edit" class="stack" onSubmit={(event) => void save(event)}>
        <TextArea
          label={t('application.message')}
          name="message"
          rows={8}
          dir="auto"
          maxLength={MOST_CHARACTERS}
          value={message}
          fault={faults.message}
          disabled={share !== null}
          hint={t('apply.characters', { count: message.length, most: MOST_CHARACTERS })}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {request.files.length > 0 && <p class="soft">{t('application.replaceHint', { count: request.files.length })}</p>}
        <PickedFiles
          label={request.files.length > 0 ? t('application.replace') : t('application.files')}
          files={files}
          limits={updateRequest.files}
          share={files.length > 0 ? share : null}
          fault={faults.files}
          onChange={setFiles}
        />
        {generalError && (
          <p class="field-fault" role="alert">
            {generalError}
          </p>
        )}
      </form>
    </Dialog>
  )
}
