import { LONGEST_MESSAGE, type RequestMessage } from '#contract/message.ts'
import { useAct } from '#ui/act/act.ts'
import { Form } from '#ui/act/form.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useDraft } from '#ui/form/draft.ts'
import { faultOf, TextArea } from '#ui/form/field.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { isOnline } from '#ui/server/online.ts'
import { ago, moment } from '#ui/time/format.ts'
import './conversation.css'

// Questions of curators to the team of an application and its answers, in both apps.

type Labels = { curator: string; team: string; you: string; deleted: string }

export const Messages = ({ messages, labels }: { messages: RequestMessage[]; labels: Labels }) => (
  <ol class="bare messages">
    {messages.map(({ id, role, author, sentAt, isOwn, text }) => (
      <li key={id} class={`card message message-${role}`}>
        <p class="message-meta">
          <Avatar name={author ?? ''} src={null} size={28} />
          <span>
            <bdi>{isOwn ? labels.you : (author ?? labels.deleted)}</bdi>
            <small>
              {labels[role]} ·{' '}
              <time dateTime={sentAt} title={moment(sentAt)}>
                {ago(sentAt)}
              </time>
            </small>
          </span>
        </p>
        <Markdown text={text} />
      </li>
    ))}
  </ol>
)

type FormProps = {
  draft: string // its key
  label: string
  hint: string
  action: string
  done: string
  onlyOnline: string
  send(text: string): Promise<unknown>
  onSent?(): void
}

/** The text is kept until it is sent. */
export function MessageForm({ draft, label, hint, action, done, onlyOnline, send, onSent }: FormProps) {
  const [text, setText, removeSent] = useDraft(draft)
  const { act, isBusy, error, clear } = useAct()
  const work = async () => {
    await send(text)
    removeSent(text) // before the messages are read again, which may take longer
    return true
  }
  const submit = async () => {
    if (isOnline.value && (await act(work, { done }))) onSent?.()
  }
  return (
    <Form error={error} onSubmit={submit}>
      <TextArea
        label={label}
        hint={hint}
        fault={faultOf(error)}
        rows={3}
        required
        maxLength={LONGEST_MESSAGE}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          clear()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {!isOnline.value && <p class="soft">{onlyOnline}</p>}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline.value}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
