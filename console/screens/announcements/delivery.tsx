import { Pairs } from '#console/parts/pairs.tsx'
import { t } from '#console/texts.ts'
import type { Announcement, Figures } from '#contract/console/announcement.ts'
import { count, moment } from '#ui/time/format.ts'
import { AudienceText } from './labels.tsx'

const figureNames = ['people', 'sent', 'waiting', 'failed', 'bounced', 'optedOut', 'recalled', 'cancelled'] as const
const isAlwaysShown = (name: keyof Figures): boolean => name === 'people' || name === 'sent' || name === 'waiting'

export const Delivery = ({ figures }: { figures: Figures }) => (
  <section class="card stack" aria-labelledby="delivery">
    <h2 id="delivery">{t('announcements.delivery')}</h2>
    {figures.people > 0 && (
      <progress class="announcement-progress" max={figures.people} value={figures.sent} aria-label={t('announcements.figure.sent')} />
    )}
    <dl class="announcement-figures">
      {figureNames
        .filter((name) => isAlwaysShown(name) || figures[name] > 0)
        .map((name) => (
          <div key={name}>
            <dt>{t(`announcements.figure.${name}`)}</dt>
            <dd>{count(figures[name])}</dd>
          </div>
        ))}
    </dl>
  </section>
)

/** Who did not get it, and why. */
export function Problems({ announcement: { problems, figures } }: { announcement: Announcement }) {
  const more = figures.bounced + figures.failed - problems.length
  if (problems.length === 0) return null
  return (
    <section class="card stack" aria-labelledby="problems">
      <h2 id="problems">{t('announcements.problems')}</h2>
      <ul class="bare stack">
        {problems.map(({ person, reason }) => (
          <li key={person.id}>
            <bdi>{person.name}</bdi>
            <small class="soft announcement-why" dir="auto">
              {t(`mail.why.${reason}` as 'mail.why.no_recipient') || reason}
            </small>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="soft">{t('announcements.problems.more', { count: count(more) })}</p>}
    </section>
  )
}

export const Facts = ({ announcement: { audience, author, createdAt, sendAt } }: { announcement: Announcement }) => (
  <section class="card stack" aria-labelledby="details">
    <h2 id="details">{t('announcements.details')}</h2>
    <Pairs
      rows={[
        [t('announcements.column.audience'), <AudienceText key="audience" audience={audience} />],
        [t('announcements.by'), author?.name ?? t('announcements.nobody')],
        [t('announcements.created'), moment(createdAt)],
        [t('announcements.sendAt'), moment(sendAt)],
      ]}
    />
  </section>
)
