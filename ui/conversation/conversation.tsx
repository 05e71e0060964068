import { useRef, useState } from 'preact/hooks'
import { LONGEST_MESSAGE, type RequestMessage } from '#contract/message.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { useDraft } from '#ui/form/draft.ts'
import { TextArea } from '#ui/form/field.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'
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
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const submit = async () => {
    setIsBusy(true)
    try {
      await send(text)
      removeSent(text)
      await refreshAll()
      tell(done)
      onSent?.()
    } catch (error) {
      setFault(reasonOf(error).detail)
      if (error instanceof ProblemError) void refreshAll() // it may have been decided meanwhile
      form.current?.querySelector('textarea')?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && isOnline.value) void submit()
      }}
    >
      <TextArea
        label={label}
        hint={hint}
        fault={fault}
        rows={3}
        required
        maxLength={LONGEST_MESSAGE}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setFault('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
      />
      {!isOnline.value && <p class="soft">{onlyOnline}</p>}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline.value}>
          {action}
        </Button>
      </div>
    </form>
  )
}
