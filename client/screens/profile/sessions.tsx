import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/mobile.ts'
import { tellError, useAct } from '#ui/act/act.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { type Answered, keyOf, queries, refreshAll, useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { ago, moment } from '#ui/time/format.ts'

const INITIAL_COUNT = 4 // shown before "Show all"

/** Optimistic removal, without undo: a suspicious session must end immediately. */
async function end(id: number): Promise<void> {
  const key = keyOf(listSessions)
  const before = queries.getQueryData<Answered<Session[]>>(key)
  if (before) queries.setQueryData(key, { ...before, answer: before.answer.filter((one) => one.id !== id) })
  try {
    await call(endSession, { params: { id: String(id) } })
    tell(t('sessions.ended'))
  } catch (error) {
    queries.setQueryData(key, before)
    tellError(error)
  }
  await refreshAll()
}

function Row({ id, device, isCurrent, lastSeenAt, signedInAt, network }: Session) {
  const name = device ?? t('sessions.unknown')
  const seen = isCurrent ? t('sessions.since', { when: moment(signedInAt) }) : t('sessions.seen', { when: ago(lastSeenAt) })
  return (
    <li class="rows-item">
      <Icon name="device" />
      <span>
        {name} {isCurrent && <span class="badge badge-open">{t('sessions.current')}</span>}
        <small>{seen}</small>
        {network && <small>{t('sessions.network', { network })}</small>}
      </span>
      {!isCurrent && (
        <IconButton
          icon="close"
          name={isOnline.value ? t('sessions.endOf', { device: name }) : t('onlyOnline')}
          disabled={!isOnline.value}
          onClick={() => void end(id)}
        />
      )}
    </li>
  )
}

export function Sessions() {
  const { answer, isLoading, error, retry } = useCall(listSessions, undefined, { isPrivate: true })
  const [isAll, setIsAll] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const sessions = (answer ?? []).toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  const { act, isBusy, error: refusal, clear } = useAct()
  const close = () => {
    setIsAsking(false)
    clear()
  }
  const endOthers = async () => {
    if (await act(() => call(endOtherSessions), { done: ({ ended }) => t('sessions.endedOthers', { count: ended }) })) close()
  }
  return (
    <section class="stack">
      <h2>{t('sessions.title')}</h2>
      {isLoading && <Loading lines={3} />}
      {!answer && error && <Failed error={error} onRetry={retry} />}
      {answer && (
        <ul class="rows">
          {sessions.slice(0, isAll ? undefined : INITIAL_COUNT).map((one) => (
            <Row key={one.id} {...one} />
          ))}
        </ul>
      )}
      <div class="row">
        {!isAll && sessions.length > INITIAL_COUNT && (
          <Button look="soft" onClick={() => setIsAll(true)}>
            {t('sessions.all', { count: sessions.length })}
          </Button>
        )}
        {others > 0 && (
          <Button
            look="plain"
            disabled={!isOnline.value}
            title={isOnline.value ? undefined : t('onlyOnline')}
            onClick={() => setIsAsking(true)}
          >
            {t('sessions.endOthers')}
          </Button>
        )}
      </div>
      <Confirm
        title={t('sessions.endOthersTitle')}
        yes={t('sessions.endOthers')}
        isDangerous
        isOpen={isAsking}
        isDisabled={!isOnline.value}
        isBusy={isBusy}
        error={refusal}
        onClose={close}
        onYes={endOthers}
      >
        <p>{t('sessions.endOthersText', { count: others })}</p>
      </Confirm>
    </section>
  )
}
