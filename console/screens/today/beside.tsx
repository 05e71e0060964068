import { Link } from 'wouter-preact'
import { AuditSentence } from '#console/parts/audit-sentence.tsx'
import { When } from '#console/parts/when.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { kindName, whyOf } from '#console/screens/mail/labels.tsx'
import { t } from '#console/texts.ts'
import type { Today } from '#contract/console/today.ts'
import { ago } from '#ui/time/format.ts'

/** Emails that need action: links for administrators; curators see whom to ask. */
export const Mail = ({ mail, isAdministrator }: { mail: Today['mail']; isAdministrator: boolean }) => (
  <section class="card stack" aria-labelledby="mail">
    <h2 id="mail">{t('today.mail')}</h2>
    {mail.troubleCount === 0 ? (
      <p>{t('today.mail.fine')}</p>
    ) : (
      <>
        <p class="today-trouble">{t('today.mail.trouble', { count: mail.troubleCount })}</p>
        {!isAdministrator && (
          <p class="soft">
            {t('today.mail.tell')} <Link href={pathTo('people', {}, { access: 'administrator' })}>{t('mail.administrators')}</Link>
          </p>
        )}
        <ul class="bare today-list">
          {mail.trouble.map(({ id, kind, state, reason, at }) => (
            <li key={id}>
              {isAdministrator ? (
                <Link href={pathTo('email', { id })}>{t('mail.email', { id: String(id) })}</Link>
              ) : (
                <code>npx projectory mail show {id}</code>
              )}
              <small class="soft">
                {t(`mail.state.${state}` as 'mail.state.dead')} · {kindName(kind)} · <time dateTime={at}>{ago(at)}</time>
              </small>
              {reason && <small dir="auto">{whyOf(reason)}</small>}
            </li>
          ))}
        </ul>
      </>
    )}
    {mail.waiting > 0 && <p class="soft">{t('today.mail.waiting', { count: mail.waiting })}</p>}
    {isAdministrator && (
      <p>
        <Link href={paths.mail}>{t('today.mail.all')}</Link>
      </p>
    )}
  </section>
)

export const Audit = ({ audit }: { audit: Today['audit'] }) => (
  <section class="card stack" aria-labelledby="activity">
    <h2 id="activity">{t('today.audit')}</h2>
    {audit.length === 0 && <p class="soft">{t('today.audit.none')}</p>}
    <ul class="bare today-list">
      {audit.map((event) => (
        <li key={event.seq}>
          <span>
            <AuditSentence event={event} />
            {event.outcome === 'failure' && <span class="badge badge-declined">{t('today.audit.failure')}</span>}
          </span>
          <small class="soft">
            <When at={event.at} />
          </small>
        </li>
      ))}
    </ul>
    <p>
      <Link href={paths.audit}>{t('today.audit.all')}</Link>
    </p>
  </section>
)
