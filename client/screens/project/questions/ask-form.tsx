import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { createQuestion, LONGEST_QUESTION } from '#contract/question.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { reasonOf } from '#ui/states.tsx'
import { bringDraft, readDraft, saveDraft } from './draft.ts'

export function AskForm({ slug }: { slug: string }) {
  const [text, setText] = useState(() => readDraft(slug))
  const [isOpen, setIsOpen] = useState(text !== '')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef<HTMLParagraphElement>(null)
  const wasOpen = useRef(isOpen)
  const isGuest = session.value.state === 'guest'
  const change = (value: string) => {
    setText(value)
    setFault('')
    saveDraft(slug, value)
  }
  // The focus follows the form, except when the page opens with a draft.
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    const place = isOpen ? form.current?.querySelector('textarea') : opener.current?.querySelector('button')
    place?.focus()
  }, [isOpen])
  const close = () => {
    change('')
    setIsOpen(false)
  }
  const send = async () => {
    setIsBusy(true)
    try {
      await call(createQuestion, { params: { slug }, body: { text } })
      void refreshAll()
      close()
      tell(t('questions.sent'))
    } catch (error) {
      setFault(reasonOf(error).detail)
      form.current?.querySelector('textarea')?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  if (!isOpen)
    return (
      <p ref={opener}>
        <Button look="soft" icon="question" onClick={() => setIsOpen(true)}>
          {t('questions.ask')}
        </Button>
      </p>
    )
  return (
    <form
      class="card stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGuest) {
          bringDraft(slug)
          void signIn(`${location.pathname}${location.search}#questions`)
        } else if (!isBusy) void send()
      }}
    >
      <TextArea
        label={t('questions.label')}
        hint={t(isGuest ? 'questions.guestHint' : 'questions.hint', { used: text.length, most: LONGEST_QUESTION })}
        fault={fault}
        rows={3}
        required
        maxLength={LONGEST_QUESTION}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline.value}>
          {t(isGuest ? 'questions.signIn' : 'questions.send')}
        </Button>
        <Button look="plain" onClick={close}>
          {t('questions.cancel')}
        </Button>
      </div>
    </form>
  )
}
