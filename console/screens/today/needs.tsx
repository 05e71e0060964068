import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { placesInWords } from '#console/screens/requests/card.tsx'
import { t } from '#console/texts.ts'
import type { Today } from '#contract/console/today.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { day } from '#ui/time/format.ts'

const MOST_SOON = 12

/** Decisions whose undo time is over and that have not taken effect. */
export const Overdue = ({ overdue: { count, first } }: { overdue: Today['overdue'] }) =>
  first !== null && (
    <div class="card today-empty" role="status">
      <Icon name="warning" />
      <div>
        <p>
          <Link href={pathTo('request', { id: first })}>{t('today.overdue', { count })}</Link>
        </p>
        <p class="soft">{t('today.overdue.text')}</p>
      </div>
    </div>
  )

/** Applications to decide. */
export const Waiting = ({ waiting }: { waiting: Today['waiting'] }) => (
  <section class="stack" aria-labelledby="waiting">
    <h2 id="waiting">{t('today.waiting')}</h2>
    {waiting.count === 0 ? (
      <div class="card today-empty">
        <Icon name="check" />
        <div>
          <p>{t('today.waiting.none')}</p>
          <p class="soft">{t('today.waiting.noneText')}</p>
        </div>
      </div>
    ) : (
      <>
        <ul class="rows">
          {waiting.oldest.map((request) => (
            <li key={request.id}>
              <Link class="rows-item" href={pathTo('request', { id: request.id })}>
                <span>
                  <bdi>{request.teamName}</bdi>
                  <small>
                    <bdi>{request.projectName}</bdi> · {placesInWords(request.freePlaces)}
                  </small>
                </span>
                <Age since={request.createdAt} />
                <Icon name="next" size={20} />
              </Link>
            </li>
          ))}
        </ul>
        <div class="row">
          <ButtonLink look="soft" to={paths.requests}>
            {t('today.waiting.all', { count: waiting.count })}
          </ButtonLink>
        </div>
      </>
    )}
  </section>
)

/** Upcoming dates of projects, by day. */
export function Soon({ soon }: { soon: Today['soon'] }) {
  const [isWhole, setIsWhole] = useState(false)
  const visible = isWhole ? soon : soon.slice(0, MOST_SOON)
  const days = [...new Set(visible.map((one) => one.day))]
  return (
    <section class="stack" aria-labelledby="soon">
      <h2 id="soon">{t('today.soon')}</h2>
      {soon.length === 0 && <p class="soft">{t('today.soon.none')}</p>}
      {days.length > 0 && (
        <dl class="card today-days">
          {days.map((date) => (
            <div key={date}>
              <dt>{day(date)}</dt>
              {visible
                .filter((one) => one.day === date)
                .map(({ what, project }) => (
                  <dd key={what + project.id}>
                    <span class="soft">{t(`today.soon.${what}` as 'today.soon.ends')}: </span>
                    <Link href={pathTo('project', { id: project.id })}>
                      <bdi>{project.name}</bdi>
                    </Link>
                  </dd>
                ))}
            </div>
          ))}
        </dl>
      )}
      {soon.length > visible.length && (
        <div class="row">
          <Button look="plain" onClick={() => setIsWhole(true)}>
            {t('today.soon.more', { count: soon.length - visible.length })}
          </Button>
        </div>
      )}
    </section>
  )
}
