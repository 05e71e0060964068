import { Link } from 'wouter-preact'
import { Pairs } from '#console/parts/pairs.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { WholeMail } from '#contract/console/mail.ts'
import { moment } from '#ui/time/format.ts'
import { kindName, StateBadge, whyOf } from './labels.tsx'

const when = (at: string | null) => at && <time dateTime={at}>{moment(at)}</time>

export const Facts = ({ mail }: { mail: WholeMail }) => (
  <section class="card stack" aria-labelledby="facts">
    <h2 id="facts">{t('mail.facts')}</h2>
    <Pairs
      rows={[
        [t('mail.fact.kind'), kindName(mail.kind)],
        [t('mail.fact.why'), mail.reason && whyOf(mail.reason)],
        [t('mail.fact.person'), mail.person && <Link href={pathTo('person', { id: mail.person.id })}>{mail.person.name}</Link>],
        [t('mail.fact.written'), when(mail.createdAt)],
        [t('mail.fact.due'), when(mail.dueAt)],
        [t('mail.fact.ended'), when(mail.endedAt)],
        [
          t('mail.fact.bundle'),
          mail.bundleId && <Link href={pathTo('email', { id: mail.bundleId })}>{t('mail.email', { id: String(mail.bundleId) })}</Link>,
        ],
        [t('mail.fact.call'), mail.requestId && <code>{mail.requestId}</code>],
      ]}
    />
  </section>
)

type Attempt = WholeMail['attempts'][number]

const took = ({ startedAt, endedAt }: Attempt) =>
  endedAt === null
    ? t('mail.attempt.open')
    : t('mail.attempt.took', { count: Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)) })

/** Delivery attempts with the replies of the mail server, newest first. */
export const Attempts = ({ attempts }: Pick<WholeMail, 'attempts'>) => (
  <section class="card stack" aria-labelledby="attempts">
    <h2 id="attempts">{t('mail.attempts')}</h2>
    {attempts.length === 0 ? (
      <p class="soft">{t('mail.attempts.none')}</p>
    ) : (
      <ol class="bare stack">
        {attempts.toReversed().map((one) => (
          <li key={one.attempt} class="attempt">
            <span class="row">
              <strong>{t('mail.attempt', { count: one.attempt })}</strong>
              {one.outcome && <StateBadge state={one.outcome} />}
            </span>
            <small class="soft">
              {when(one.startedAt)} · {took(one)}
            </small>
            {one.reply && <small dir="auto">{whyOf(one.reply)}</small>}
          </li>
        ))}
      </ol>
    )}
  </section>
)

/** The message as it would be sent now. */
export const Message = ({ letter, whyNoLetter }: Pick<WholeMail, 'letter' | 'whyNoLetter'>) => (
  <section class="card stack" aria-labelledby="message">
    <h2 id="message">{t('mail.message')}</h2>
    {letter === null ? (
      <p>{t('mail.message.not', { why: whyOf(whyNoLetter ?? '') })}</p>
    ) : (
      <>
        <Pairs
          rows={[
            [t('mail.message.from'), letter.from],
            [t('mail.message.to'), letter.to],
            [t('mail.message.replyTo'), letter.replyTo],
            [t('mail.message.subject'), <strong key="subject">{letter.subject}</strong>],
          ]}
        />
        <p class="email-text" dir="auto">
          {letter.text}
        </p>
        {letter.text.includes('[hidden]') && <p class="soft">{t('mail.message.hidden')}</p>}
      </>
    )}
  </section>
)
