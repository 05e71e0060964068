import { useEffect, useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { createLink } from '#contract/result.ts'
import { useAct } from '#ui/act/act.ts'
import { Field, faultsOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'

const LONGEST = 2048

export function LinkDialog({ project, isOpen, onClose }: { project: string; isOpen: boolean; onClose(): void }) {
  const [link, setLink] = useState('')
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  useEffect(() => {
    setLink('')
    clear()
  }, [isOpen])
  const add = async () => {
    const work = () => call(createLink, { body: { project, link: link.trim() } })
    if (await act(work, { done: ({ platform }) => t('team.linkAdded', { platform }) })) onClose()
  }
  const faults = faultsOf(error)
  return (
    <FormDialog
      title={t('team.addLink')}
      isOpen={isOpen}
      isDirty={link.trim() !== ''}
      onClose={onClose}
      submit={t('team.addLink')}
      button={onlineOnly()}
      isBusy={isBusy}
      error={error}
      onSubmit={add}
    >
      <Field
        label={t('team.address')}
        hint={t('team.address.hint')}
        fault={faults.link ?? faults['']}
        type="text"
        inputMode="url"
        autocomplete="off"
        enterkeyhint="done"
        placeholder="github.com/…"
        required
        maxLength={LONGEST}
        value={link}
        onInput={({ currentTarget }) => {
          setLink(currentTarget.value)
          clear()
        }}
      />
    </FormDialog>
  )
}
