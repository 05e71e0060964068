import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { createQuestion, LONGEST_QUESTION } from '#contract/question.ts'
import { useAct } from '#ui/act/act.ts'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { faultOf, TextArea } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { bringDraft, readDraft, saveDraft } from './draft.ts'

export function AskForm({ slug }: { slug: string }) {
  const [text, setText] = useState(() => readDraft(slug))
  const [isOpen, setIsOpen] = useState(text !== '')
  const { act, isBusy, error, clear } = useAct()
  const box = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  const isGuest = session.value.state === 'guest'
  const change = (value: string) => {
    setText(value)
    clear()
    saveDraft(slug, value)
  }
  // The focus follows the form, except when the page opens with a draft.
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    box.current?.querySelector<HTMLElement>(isOpen ? 'textarea' : 'button')?.focus()
  }, [isOpen])
  const close = () => {
    change('')
    setIsOpen(false)
  }
  const send = () => {
    if (isGuest) {
      bringDraft(slug)
      return signIn(`${location.pathname}${location.search}#questions`)
    }
    return act(
      async () => {
        await call(createQuestion, { params: { slug }, body: { text } })
        if (readDraft(slug) === text) close() // what was typed meanwhile stays
      },
      { done: t('questions.sent') },
    )
  }
  if (!isOpen)
    return (
      <div ref={box}>
        <Button look="soft" icon="question" onClick={() => setIsOpen(true)}>
          {t('questions.ask')}
        </Button>
      </div>
    )
  return (
    <div ref={box}>
      <Form class="card stack" error={error} onSubmit={send}>
        <TextArea
          label={t('questions.label')}
          hint={t(isGuest ? 'questions.guestHint' : 'questions.hint', { used: text.length, most: LONGEST_QUESTION })}
          fault={faultOf(error)}
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
      </Form>
    </div>
  )
}
