import { t } from '#console/texts.ts'
import type { previewAnnouncement } from '#contract/console/announcement.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import { Select } from '#ui/form/field.tsx'
import { allLanguages, languageName } from '#ui/languages.ts'
import { Markdown } from '#ui/markdown.tsx'

type Answer = AnswerOf<typeof previewAnnouncement>

/** How many people get it, and why others do not. */
export function RecipientCount({ recipients }: Pick<Answer, 'recipients'>) {
  const { emails, optedOut, withoutAddress } = recipients
  return (
    <p class="announcement-recipients" role="status">
      <strong>{emails === 0 ? t('announcements.recipients.none') : t('announcements.recipients', { count: emails })}</strong>
      {optedOut > 0 && <small class="soft">{t('announcements.optedOut', { count: optedOut })} </small>}
      {withoutAddress > 0 && <small class="soft">{t('announcements.withoutAddress', { count: withoutAddress })}</small>}
    </p>
  )
}

type Props = {
  email: Answer['email'] | undefined
  subject: string
  body: string
  language: Language
  onLanguage(language: Language): void
}

/** The email with the frame that the service adds. */
export const Preview = ({ email, subject, body, language, onLanguage }: Props) => (
  <section class="card stack" aria-labelledby="preview">
    <h2 id="preview">{t('announcements.preview')}</h2>
    <Select
      label={t('announcements.preview.language')}
      hint={t('announcements.preview.hint')}
      value={language}
      onChange={({ currentTarget }) => onLanguage(currentTarget.value as Language)}
    >
      {allLanguages.map((one) => (
        <option key={one} value={one}>
          {languageName(one)}
        </option>
      ))}
    </Select>
    <article class="announcement-email" lang={language} aria-label={t('announcements.preview')}>
      <p class="soft" dir="auto">
        {email?.from}
      </p>
      <div class="announcement-card">
        {subject.trim() || body.trim() ? (
          <>
            <h3 dir="auto">{subject}</h3>
            <p dir="auto">{email?.greeting}</p>
            <Markdown text={body} />
            {email?.signature && <p dir="auto">{email.signature}</p>}
          </>
        ) : (
          <p class="soft" lang={undefined}>
            {t('announcements.preview.empty')}
          </p>
        )}
      </div>
      <p class="soft">{email?.why}</p>
      <p class="soft">{email?.links.join(' · ')}</p>
    </article>
  </section>
)
