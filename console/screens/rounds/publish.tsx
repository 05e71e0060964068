import { useState } from 'preact/hooks'
import { useUndoMinutes } from '#console/parts/decision/undo-time.ts'
import { useNow } from '#console/parts/now.ts'
import { t } from '#console/texts.ts'
import type { ConsoleRound, RoundDraft } from '#contract/console/round.ts'
import { publishRound, undoPublishing } from '#contract/console/round-placing.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'
import { clock } from '#ui/time/format.ts'
import { at } from './labels.tsx'

/** What publishing sends and shows, and how long it can be undone. */
export function PublishButton({ round, draft }: { round: ConsoleRound; draft: RoundDraft }) {
  const [isOpen, setIsOpen] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const minutes = useUndoMinutes()
  const later = round.changes.filter(({ isAfterLook }) => isAfterLook).length
  const publish = async () => {
    await act(() => call(publishRound, { ...at(round), body: { draft: draft.id } }))
    setIsOpen(false)
  }
  return (
    <>
      <Button icon="send" onClick={() => setIsOpen(true)}>
        {t('rounds.publish')}
      </Button>
      <Confirm
        title={t('rounds.publish.title', { name: round.name })}
        isOpen={isOpen}
        isBusy={isBusy}
        yes={t('rounds.publish.yes')}
        onYes={() => void publish()}
        onClose={() => setIsOpen(false)}
      >
        <ul class="round-summary">
          <li>{t('rounds.publish.placed', { count: draft.placed })}</li>
          <li>{t('rounds.publish.unplaced', { count: draft.unplaced })}</li>
          <li>
            {t('rounds.publish.emails', { count: draft.emails })}
            <small class="soft">{t('rounds.publish.emails.hint')}</small>
          </li>
          <li>
            {t('rounds.publish.bundle')} {t(`rounds.mark.readers.${round.bundleFor}`)}
          </li>
          {later > 0 && <li>{t('rounds.publish.changes', { count: later })}</li>}
        </ul>
        {minutes !== null && <p>{minutes === 0 ? t('rounds.publish.now') : t('rounds.publish.effect', { count: minutes })}</p>}
      </Confirm>
    </>
  )
}

const leftOf = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Until the results take effect, and when they could not. */
export function PublishingNotice({ round, publishAt }: { round: ConsoleRound; publishAt: string }) {
  const left = Date.parse(publishAt) - useNow(1000)
  const { act, isBusy } = useAct({ isToast: true })
  const undo = () => act(() => call(undoPublishing, { ...at(round) }), { done: t('rounds.undone') })
  const why = round.problem && t(`rounds.problem.${round.problem}` as 'rounds.problem.draft_outdated')
  return (
    <>
      {round.problem ? (
        <div class="round-problem" role="alert">
          <strong>{t('rounds.problem')}</strong>
          <p>{[why, t('rounds.problem.text')].filter(Boolean).join(' ')}</p>
        </div>
      ) : (
        <p role="status">{t('rounds.next.publishing', { time: clock(publishAt) })}</p>
      )}
      <div class="row">
        <Button look="soft" isBusy={isBusy} onClick={() => void undo()}>
          {t('rounds.undo')}
        </Button>
        {!round.problem && left > 0 && (
          <span class="soft" aria-hidden="true">
            {t('rounds.publishing.left', { time: leftOf(left) })}
          </span>
        )}
      </div>
    </>
  )
}
