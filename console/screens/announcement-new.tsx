import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { useUndoMinutes } from '#console/parts/decision/undo-time.ts'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { useQueryParams } from '#console/parts/query-params.ts'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import {
  createAnnouncement,
  getAnnouncement,
  LONGEST_BODY,
  LONGEST_SUBJECT,
  previewAnnouncement,
  testAnnouncement,
} from '#contract/console/announcement.ts'
import type { Language } from '#contract/language.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { language as ownLanguage } from '#ui/settings.ts'
import { clock } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { AudienceField, audienceKeys, audienceOf } from './announcements/audience-field.tsx'
import { Preview, RecipientCount } from './announcements/preview.tsx'
import './announcements/announcements.css'

const nothing = { subject: '', body: '' }

export function NewAnnouncement() {
  const { values, set } = useQueryParams(audienceKeys)
  const [, go] = useLocation()
  const [text, setText] = useState(nothing)
  const [language, setLanguage] = useState<Language>(ownLanguage.value)
  const [isAsking, setIsAsking] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const undoMinutes = useUndoMinutes()
  const sending = useAct({ hasText: true })
  const testing = useAct({ isToast: true })
  const audience = audienceOf(values)
  // The text of an earlier one.
  const former = useCall(
    getAnnouncement,
    { params: { id: values.from || '0' } },
    { isPrivate: true, isSaved: false, isOn: values.from !== '' },
  )
  useEffect(() => {
    if (former.answer && text === nothing) setText({ subject: former.answer.subject, body: former.answer.body })
  }, [former.answer])
  // Subject and text are rendered here; the service adds the frame and counts.
  const preview = useCall(
    previewAnnouncement,
    { body: { ...nothing, audience: audience ?? { kind: 'all-teams' }, language } },
    { isPrivate: true, isSaved: false },
  )
  const email = useLast(preview.answer)?.email
  const recipients = audience === null ? undefined : preview.answer?.recipients
  const isReady = text.subject.trim() !== '' && text.body.trim() !== ''
  const isDirty = !isSent && (text.subject !== '' || text.body !== '')
  const fault = audience === null ? null : (preview.error ?? sending.error)
  const send = async () => {
    const body = { ...text, audience: audience! }
    const done = ({ sendAt }: { sendAt: string }) => t('announcements.sent', { time: clock(sendAt) })
    const made = await sending.act(() => call(createAnnouncement, { body }), { done })
    setIsAsking(false)
    if (!made) return
    setIsSent(true)
    setTimeout(() => go(pathTo('announcement', { id: made.id })))
  }
  const test = () =>
    testing.act(() => call(testAnnouncement, { body: text }), { done: ({ to }) => t('announcements.tested', { email: to }) })
  return (
    <>
      <Title back={{ name: t('announcements.toList'), go: () => go(paths.announcements) }}>{t('announcements.new')}</Title>
      <div class="columns columns-2">
        <Form onSubmit={() => isReady && recipients && recipients.emails > 0 && setIsAsking(true)}>
          <AudienceField values={values} set={set} />
          <section class="card stack">
            <Field
              label={t('announcements.subject')}
              dir="auto"
              required
              maxLength={LONGEST_SUBJECT}
              autocomplete="off"
              value={text.subject}
              onInput={({ currentTarget }) => setText({ ...text, subject: currentTarget.value })}
            />
            <TextArea
              label={t('announcements.body')}
              hint={t('announcements.body.hint')}
              dir="auto"
              required
              rows={10}
              maxLength={LONGEST_BODY}
              value={text.body}
              onInput={({ currentTarget }) => setText({ ...text, body: currentTarget.value })}
            />
          </section>
          <section class="card stack">
            {recipients ? <RecipientCount recipients={recipients} /> : audience === null && <p>{t('announcements.recipients.choose')}</p>}
            <ErrorMessage of={fault} />
            <div class="row">
              <Button type="submit" icon="send" disabled={!isReady || !recipients || recipients.emails === 0}>
                {t('announcements.send')}
              </Button>
              <Button look="plain" isBusy={testing.isBusy} disabled={!isReady} onClick={() => void test()}>
                {t('announcements.test')}
              </Button>
            </div>
          </section>
        </Form>
        <Preview email={email} {...text} language={language} onLanguage={setLanguage} />
      </div>
      <Confirm
        title={t('announcements.send.title', { subject: text.subject })}
        isOpen={isAsking}
        isBusy={sending.isBusy}
        yes={t('announcements.send.yes', { count: recipients?.emails ?? 0 })}
        onYes={() => void send()}
        onClose={() => setIsAsking(false)}
      >
        {undoMinutes !== null && (
          <p>{undoMinutes === 0 ? t('announcements.send.now') : t('announcements.send.text', { minutes: String(undoMinutes) })}</p>
        )}
      </Confirm>
      <Unsaved isDirty={isDirty} />
    </>
  )
}
