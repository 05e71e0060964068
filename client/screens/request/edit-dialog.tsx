import { useRef, useState } from 'preact/hooks'
import { PickedFiles } from '#client/parts/picked-files.tsx'
import { aboutFiles, MOST_CHARACTERS } from '#client/screens/apply/form.tsx'
import { t } from '#client/texts.ts'
import { type ProjectRequest, updateRequest } from '#contract/request.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { upload } from '#ui/file/upload.ts'
import { TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type Editable, useForm } from '#ui/form/use-form.ts'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'

export function EditDialog({ request, isOpen, onClose }: { request: ProjectRequest; isOpen: boolean; onClose(): void }) {
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController | null>(null)
  const editable: Editable<ProjectRequest, { message: string; files: File[] }> = {
    formOf: (one) => ({ message: one!.message ?? '', files: [] }),
    async save(one, { message, files }) {
      stop.current = new AbortController()
      const { signal } = stop.current
      setShare(0)
      try {
        if (files.length === 0) return await call(updateRequest, { body: { request: one!.id, message: message || null }, signal })
        return await upload({ endpoint: updateRequest, fields: { request: one!.id, message }, files, signal, onProgress: setShare })
      } catch (problem) {
        if (signal.aborted) return null
        throw problem
      }
    },
    fieldOf: aboutFiles,
  }
  const { form, set, isDirty, isBusy, error, faults, save } = useForm(request, editable, isOpen)
  const { message, files } = form
  const leave = () => {
    stop.current?.abort()
    onClose()
  }
  return (
    <FormDialog
      title={t('application.editTitle')}
      isOpen={isOpen}
      isDirty={isDirty}
      onClose={leave}
      hasCancel={!isBusy}
      buttons={
        isBusy && (
          <Button look="plain" onClick={() => stop.current?.abort()}>
            {t('apply.stop')}
          </Button>
        )
      }
      submit={error ? w('retry') : t('save')}
      button={isOnline.value ? {} : { disabled: true, title: t('onlyOnline') }}
      isBusy={isBusy}
      error={error}
      onSubmit={async () => {
        if (await save(t('application.changed'))) onClose()
      }}
    >
      <TextArea
        label={t('application.message')}
        name="message"
        rows={8}
        dir="auto"
        maxLength={MOST_CHARACTERS}
        value={message}
        fault={faults.message}
        disabled={isBusy}
        hint={t('apply.characters', { count: message.length, most: MOST_CHARACTERS })}
        onInput={({ currentTarget }) => set({ message: currentTarget.value })}
      />
      {request.files.length > 0 && <p class="soft">{t('application.replaceHint', { count: request.files.length })}</p>}
      <PickedFiles
        label={request.files.length > 0 ? t('application.replace') : t('application.files')}
        files={files}
        limits={updateRequest.files}
        share={isBusy && files.length > 0 ? share : null}
        fault={faults.files}
        onChange={(next) => set({ files: next })}
      />
      <ErrorMessage of={faults['']} />
    </FormDialog>
  )
}
