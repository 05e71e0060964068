import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { createLink } from '#contract/result.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Field, faultsOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { onlineOnly } from './offline.ts'

const FORM = 'link-form'
const LONGEST = 2048

export function LinkDialog({ project, isOpen, onClose }: { project: string; isOpen: boolean; onClose(): void }) {
  const [link, setLink] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    setLink('')
    setFault('')
  }, [isOpen])
  const change = (value: string) => {
    setLink(value)
    setFault('')
  }
  const add = async () => {
    setIsBusy(true)
    setFault('')
    try {
      const { platform } = await call(createLink, { body: { project, link: link.trim() } })
      void refreshAll()
      tell(t('team.linkAdded', { platform }))
      onClose()
    } catch (error) {
      const { link: about, '': whole } = faultsOf(error)
      setFault(about ?? whole ?? reasonOf(error).detail)
      form.current?.querySelector('input')?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('team.addLink')}
      isOpen={isOpen}
      isDirty={link.trim() !== ''}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM} isBusy={isBusy} {...onlineOnly()}>
          {t('team.addLink')}
        </Button>
      }
    >
      <form
        id={FORM}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void add()
        }}
      >
        <Field
          label={t('team.address')}
          hint={t('team.address.hint')}
          fault={fault}
          type="text"
          inputMode="url"
          autocomplete="off"
          enterkeyhint="done"
          placeholder="github.com/…"
          required
          maxLength={LONGEST}
          value={link}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </form>
    </FormDialog>
  )
}
