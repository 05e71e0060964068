import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { Field } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { serverConfig } from '#ui/server/server-config.ts'

/** The token of a pasted link, or of the end of one. */
export const tokenIn = (text: string): string | null => /(?:^|\/invitation\/)([\w-]{16,100})\/?$/.exec(text.trim())?.[1] ?? null

/** Opens an invitation from a pasted link. */
export function CodeDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [, go] = useLocation()
  const [link, setLink] = useState('')
  const [fault, setFault] = useState('')
  useEffect(() => {
    setLink('')
    setFault('')
  }, [isOpen])
  const open = (form: HTMLFormElement) => {
    const token = tokenIn(link)
    if (token !== null) return go(pathTo('invitation', { token }))
    setFault(t('code.wrong', { example: `${serverConfig.origin}/invitation/…` }))
    form.querySelector('input')?.focus()
  }
  return (
    <FormDialog title={t('teams.have')} isOpen={isOpen} onClose={onClose} submit={t('code.open')} onSubmit={open}>
      <p>{t('code.text')}</p>
      <Field
        label={t('code.label')}
        fault={fault}
        type="text"
        inputMode="url"
        autocomplete="off"
        enterkeyhint="go"
        required
        maxLength={2048}
        value={link}
        onInput={({ currentTarget }) => {
          setLink(currentTarget.value)
          setFault('')
        }}
      />
    </FormDialog>
  )
}
