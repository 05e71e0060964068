import { useEffect, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { sendEmail } from '#contract/email.ts'
import { getUser } from '#contract/profile.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Choices, Field, faultsOf, TextArea } from '#ui/form/field.tsx'
import { call, lastErrorId } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { forget, readSaved, save } from '#ui/server/saved.ts'
import { serverConfig } from '#ui/server/server-config.ts'

const kinds = ['bug', 'idea', 'other'] as const
type Draft = { kind: (typeof kinds)[number]; text: string; name?: string; email?: string; withFacts: boolean }

const MOST_CHARACTERS = 2000
const emptyDraft: Draft = { kind: 'bug', text: '', withFacts: false }
const keyOf = (person: number | null): string => `feedback ${person ?? 0}`

// Kept for its author when the server ends the session; deleted at sign-out.
function useDraft(key: string) {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  useEffect(() => {
    void readSaved<Draft>('outbox', key).then((saved) => saved && setDraft((now) => (now === emptyDraft ? saved.value : now)))
  }, [])
  const change = (next: Draft) => {
    setDraft(next)
    void (next === emptyDraft ? forget('outbox', key) : save('outbox', key, next))
  }
  return [draft, change] as const
}

const factsOf = () => {
  const values = { version: serverConfig.version, id: lastErrorId.value ?? '' }
  return lastErrorId.value ? t('feedback.factsProblem', values) : t('feedback.factsVersion', values)
}

type Props = { person: number | null; onSent(message: string): void }

export function FeedbackForm({ person: author, onSent }: Props) {
  const [draft, change] = useDraft(keyOf(author))
  const { act, isBusy, error } = useAct({ hasText: true })
  const faults = faultsOf(error, { invalid_name: 'name', invalid_email: 'email', invalid_text: 'message' })
  const person = useCall(getUser, undefined, { isPrivate: true }).answer
  const { kind, text, withFacts, name = person?.name ?? '', email = person?.email ?? '' } = draft
  const send = async () => {
    const body = {
      kind: 'feedback' as const,
      subject: t(`feedback.${kind}`),
      message: withFacts ? `${text}\n\n${factsOf()}` : text,
      name,
      email,
    }
    await act(async () => {
      const { message } = await call(sendEmail, { body })
      change(emptyDraft)
      onSent(message)
    })
  }
  return (
    <Form error={error} onSubmit={send}>
      <p class="soft">{t('feedback.lead', { directory: serverConfig.directory })}</p>
      <Choices
        legend={t('feedback.kind')}
        name="kind"
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`feedback.${value}`) }))}
        onChoose={(value) => change({ ...draft, kind: value })}
      />
      <TextArea
        label={t('feedback.text')}
        hint={t('feedback.count', { used: text.length, most: MOST_CHARACTERS })}
        name="message"
        rows={7}
        required
        maxLength={MOST_CHARACTERS}
        dir="auto"
        value={text}
        fault={faults.message ?? faults.subject}
        onInput={({ currentTarget }) => change({ ...draft, text: currentTarget.value })}
      />
      <Field
        label={t('feedback.name')}
        name="name"
        autocomplete="name"
        required
        maxLength={200}
        dir="auto"
        value={name}
        fault={faults.name}
        onInput={({ currentTarget }) => change({ ...draft, name: currentTarget.value })}
      />
      <Field
        type="email"
        label={t('feedback.email')}
        name="email"
        autocomplete="email"
        required
        maxLength={254}
        value={email}
        fault={faults.email}
        onInput={({ currentTarget }) => change({ ...draft, email: currentTarget.value })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={withFacts}
          onChange={({ currentTarget }) => change({ ...draft, withFacts: currentTarget.checked })}
        />
        <span>
          {t('feedback.facts')}
          <small>{factsOf()}</small>
        </span>
      </label>
      <ErrorMessage of={faults['']} />
      <Button type="submit" isWide isBusy={isBusy} disabled={!isOnline.value}>
        {t('feedback.send')}
      </Button>
      <p class="soft" role="status">
        {isOnline.value ? t('feedback.draftSaved') : t('feedback.offline')}
      </p>
    </Form>
  )
}
