import { useEffect, useState } from 'preact/hooks'
import { useAct } from '#client/parts/use-act.ts'
import { onlineOnly } from '#client/screens/team/offline.ts'
import { t } from '#client/texts.ts'
import { createJoinRequest, JOIN_REQUEST_DAYS } from '#contract/invitation.ts'
import { LONGEST_NOTE } from '#contract/team.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'
import { Fault } from './parts.tsx'

const FORM = 'ask-to-join'

/** Asks to join the team; null: closed. */
export function AskDialog({ team, onClose }: { team: { id: number; name: string } | null; onClose(): void }) {
  const [message, setMessage] = useState('')
  const { act, fault, isBusy, clearFault } = useAct()
  useEffect(() => {
    setMessage('')
    clearFault()
  }, [team?.id])
  const send = async () => {
    const { id, name } = team!
    const isSent = await act(async () => {
      await call(createJoinRequest, { params: { id: String(id) }, body: { message: message.trim() || null } })
      return t('find.asked', { team: name })
    })
    if (isSent) onClose()
  }
  return (
    <FormDialog
      title={t('find.askTitle', { team: team?.name ?? '' })}
      isOpen={team !== null}
      isDirty={message.trim() !== ''}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM} isBusy={isBusy} {...onlineOnly()}>
          {t('find.ask.send')}
        </Button>
      }
    >
      <p>{t('find.ask.text', { days: JOIN_REQUEST_DAYS })}</p>
      <form
        id={FORM}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextArea
          label={t('find.ask.message')}
          hint={t('find.ask.hint')}
          rows={4}
          maxLength={LONGEST_NOTE}
          dir="auto"
          value={message}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Fault text={fault} />
      </form>
    </FormDialog>
  )
}
