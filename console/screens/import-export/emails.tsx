import { PageProblem } from '#console/parts/problem.tsx'
import { t } from '#console/texts.ts'
import { cancelImportEmails, emailChoices, type ImportEmail, listImportEmails, sendImportEmails } from '#contract/console/import-email.ts'
import type { ImportReport } from '#contract/console/spreadsheet.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { language } from '#ui/settings.ts'
import { count, moment } from '#ui/time/format.ts'
import type { ImportState } from './state.ts'

const listOf = (items: readonly { name: string; count: number }[]): string =>
  items.map(({ name, count: number }) => `${name} (${count(number)})`).join(', ')

/** Offers of places are counted before they are made, and who has turned them off gets none. */
export const sayCount = ({ count, offers }: ImportReport['emails']): string =>
  t(offers > 0 ? 'importing.emails.upTo' : 'importing.emails', { count: count + offers })

/** Which emails the import causes, to whom, in which language, and when they are sent. */
export function EmailChoices({ state, report: { emails } }: { state: ImportState; report: ImportReport }) {
  if (emails.count + emails.off + emails.unreachable + emails.offers === 0) return null
  const names = new Intl.DisplayNames(language.value, { type: 'language' })
  const languages = emails.languages.map((one) => ({ name: names.of(one.language) ?? one.language, count: one.count }))
  const groups = emails.groups.map(({ group, count }) => ({ name: group ?? t('importing.emails.noGroup'), count }))
  const byTeam = Map.groupBy(emails.people, ({ team }) => team)
  return (
    <section class="import-question stack" aria-labelledby="import-emails">
      <h4 id="import-emails">{sayCount(emails)}</h4>
      {emails.offers > 0 && <p>{t('importing.emails.offers')}</p>}
      {emails.count > 0 && (
        <>
          <p>
            {t('importing.emails.about')} {t('importing.emails.languages', { list: listOf(languages) })}
            {groups.some(({ name }) => name !== t('importing.emails.noGroup')) &&
              ` ${t('importing.emails.groups', { list: listOf(groups) })}`}
          </p>
          <details>
            <summary>{t('importing.emails.people')}</summary>
            <dl class="import-recipients">
              {[...byTeam].map(([team, people]) => (
                <div key={team}>
                  <dt dir="auto">{team}</dt>
                  <dd dir="auto">{people.map(({ name }) => name).join(', ')}</dd>
                </div>
              ))}
            </dl>
            {emails.count > emails.people.length && <p>{t('importing.emails.more', { count: emails.count - emails.people.length })}</p>}
          </details>
        </>
      )}
      {emails.daily > 0 && <p class="soft">{t('importing.emails.daily', { count: emails.daily })}</p>}
      {emails.off > 0 && <p class="soft">{t('importing.emails.off', { count: emails.off })}</p>}
      {emails.unreachable > 0 && <p class="soft">{t('importing.emails.unreachable', { count: emails.unreachable })}</p>}
      {emails.count > 0 && (
        <fieldset class="choices import-when">
          <legend>{t('importing.emails.when')}</legend>
          {emailChoices.map((one) => (
            <label class="choice" key={one}>
              <input type="radio" name="emails" value={one} checked={state.emails === one} onChange={() => state.chooseEmails(one)} />
              <span>
                {t(`importing.emails.when.${one}`)} <small class="soft">{t(`importing.emails.hint.${one}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  )
}

function Waiting({ email }: { email: ImportEmail }) {
  const { act, isBusy } = useAct({ isToast: true })
  const params = { id: String(email.id) }
  const send = () => act(() => call(sendImportEmails, { params }), { done: t('importing.waiting.sent') })
  const drop = () => act(() => call(cancelImportEmails, { params }), { done: t('importing.waiting.cancelled') })
  const isWaiting = email.state === 'waiting'
  return (
    <li class="import-waiting">
      <span>
        <strong>{t('importing.waiting.count', { count: isWaiting ? email.people : email.count })}</strong>{' '}
        <span class={`badge badge-${isWaiting ? 'submitted' : email.state === 'sent' ? 'approved' : 'declined'}`}>
          {t(`importing.waiting.state.${email.state}`)}
        </span>
        <small class="soft" dir="auto">
          {t('importing.waiting.from', { time: moment(email.createdAt), name: email.author ?? t('importing.waiting.commandLine') })}
          {email.endedAt && ` · ${moment(email.endedAt)}${email.endedBy ? `, ${email.endedBy}` : ''}`}
        </small>
        {isWaiting && email.teams.length > 0 && <small dir="auto">{email.teams.join(', ')}</small>}
      </span>
      {isWaiting && (
        <span class="row">
          <Button isBusy={isBusy} onClick={() => void send()}>
            {t('importing.waiting.send', { count: email.people })}
          </Button>
          <Button look="plain" isBusy={isBusy} onClick={() => void drop()}>
            {t('importing.waiting.cancel')}
          </Button>
        </span>
      )}
    </li>
  )
}

/** Emails of earlier imports that wait for a curator, and the last ones that ended. */
export function WaitingEmails() {
  const { answer, error, retry } = useCall(listImportEmails, undefined, { isPrivate: true, isSaved: false })
  if (error) return <PageProblem error={error} onRetry={retry} />
  if (!answer || answer.imports.length === 0) return null
  return (
    <section class="card stack spreadsheet-part" aria-labelledby="waiting-emails">
      <h2 id="waiting-emails">{t('importing.waiting')}</h2>
      <ul class="bare stack">
        {answer.imports.map((email) => (
          <Waiting key={email.id} email={email} />
        ))}
      </ul>
    </section>
  )
}
