import { useEffect, useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { createJoinRequest, JOIN_REQUEST_DAYS } from '#contract/invitation.ts'
import { LONGEST_NOTE } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'

/** Asks to join the team; null: closed. */
export function AskDialog({ team, onClose }: { team: { id: number; name: string } | null; onClose(): void }) {
  const [message, setMessage] = useState('')
  const { act, error, isBusy, clear } = useAct({ hasText: true })
  useEffect(() => {
    setMessage('')
    clear()
  }, [team?.id])
  const send = async () => {
    const { id, name } = team!
    const isSent = await act(() => call(createJoinRequest, { params: { id: String(id) }, body: { message: message.trim() || null } }), {
      done: t('find.asked', { team: name }),
    })
    if (isSent) onClose()
  }
  return (
    <FormDialog
      title={t('find.askTitle', { team: team?.name ?? '' })}
      isOpen={team !== null}
      isDirty={message.trim() !== ''}
      onClose={onClose}
      submit={t('find.ask.send')}
      button={onlineOnly()}
      isBusy={isBusy}
      onSubmit={send}
    >
      <p>{t('find.ask.text', { days: JOIN_REQUEST_DAYS })}</p>
      <TextArea
        label={t('find.ask.message')}
        hint={t('find.ask.hint')}
        rows={4}
        maxLength={LONGEST_NOTE}
        dir="auto"
        value={message}
        onInput={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <ErrorMessage of={error} />
    </FormDialog>
  )
}
