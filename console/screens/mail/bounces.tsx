import { PageProblem } from '#console/parts/problem.tsx'
import { When } from '#console/parts/when.tsx'
import { t } from '#console/texts.ts'
import { allowAddress, type Bounce, listBounces } from '#contract/console/mail.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'

function Line({ bounce }: { bounce: Bounce }) {
  const { act, isBusy } = useAct({ isToast: true })
  const { address, count, isRefused, reply, lastAt } = bounce
  const allow = () => act(() => call(allowAddress, { body: { address } }), { done: t('mail.bounces.allowed', { address }) })
  return (
    <li class="bounce">
      <span>
        <strong dir="auto">{address}</strong> {isRefused && <span class="badge badge-declined">{t('mail.bounces.closed')}</span>}
        <small class="soft">
          {t('mail.bounces.times', { count })} · <When at={lastAt} />
        </small>
        <small dir="auto">{reply}</small>
      </span>
      <Button look="soft" isBusy={isBusy} onClick={() => void allow()} aria-label={t('mail.bounces.allowOf', { address })}>
        {t('mail.bounces.allow')}
      </Button>
    </li>
  )
}

export function Bounces() {
  const { answer, error, retry } = useCall(listBounces, undefined, { isPrivate: true, isSaved: false })
  return (
    <section class="card stack mail-bounces" aria-labelledby="bounces">
      <h2 id="bounces">{t('mail.bounces')}</h2>
      {error ? <PageProblem error={error} onRetry={retry} /> : !answer && <Loading lines={2} />}
      {answer && !error && (
        <>
          <p class="soft">{t(answer.total === 0 ? 'mail.bounces.none' : 'mail.bounces.text')}</p>
          {answer.total > answer.bounces.length && (
            <p class="soft">{t('mail.bounces.latest', { count: answer.bounces.length, total: answer.total })}</p>
          )}
          {answer.total > 0 && (
            <ul class="bare stack">
              {answer.bounces.map((bounce) => (
                <Line key={bounce.address} bounce={bounce} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
