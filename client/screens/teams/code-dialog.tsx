import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { serverConfig } from '#ui/server/server-config.ts'

const FORM = 'invitation-link'

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
  const open = (event: SubmitEvent) => {
    event.preventDefault()
    const token = tokenIn(link)
    if (token !== null) return go(pathTo('invitation', { token }))
    setFault(t('code.wrong', { example: `${serverConfig.origin}/invitation/…` }))
    ;(event.currentTarget as HTMLFormElement).querySelector('input')?.focus()
  }
  return (
    <Dialog
      title={t('teams.have')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM}>
          {t('code.open')}
        </Button>
      }
    >
      <p>{t('code.text')}</p>
      <form id={FORM} onSubmit={open}>
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
      </form>
    </Dialog>
  )
}
