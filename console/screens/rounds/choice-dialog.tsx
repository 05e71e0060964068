import { useEffect, useRef, useState } from 'preact/hooks'
import { Reasons } from '#console/parts/decision/decision-dialog.tsx'
import { t } from '#console/texts.ts'
import { type ChoiceMark, type ConsoleRound, LONGEST_LOCK_REASON, type RoundChoice, type RoundTeam } from '#contract/console/round.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Choices, Field, faultsOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { isLookedAt, isReviewable, projectNamesOf } from './labels.tsx'
import { FileNote, markText } from './marks.tsx'
import { useReview } from './use-review.ts'

type Option = ChoiceMark | 'none' | 'lock'
type Opened = { team: RoundTeam; choice: RoundChoice; option: Option | null }
type Props = { round: ConsoleRound; opened: Opened | null; onClose(): void }

const fields = { unknown_reason: 'reason', reason_required: 'reason', text_required: 'lockReason' }

const presentOption = ({ team, choice }: Opened): Option => (team.lock?.project === choice.project ? 'lock' : (choice.mark ?? 'none'))

/** The mark of one choice with its reason, or the lock of its team. */
export function ChoiceDialog({ round, opened, onClose }: Props) {
  const { mark, lock, isBusy, error, clear } = useReview(round, { hasText: true })
  const [option, setOption] = useState<Option>('none')
  const [reason, setReason] = useState('')
  const [lockReason, setLockReason] = useState('')
  useEffect(() => {
    if (!opened) return
    clear()
    isFocusDue.current = opened.option !== null
    setOption(opened.option ?? presentOption(opened))
    setReason(opened.choice.reasonId === null ? '' : String(opened.choice.reasonId))
    setLockReason(opened.team.lock?.project === opened.choice.project ? opened.team.lock.reason : '')
  }, [opened])
  // Opened by a key that needs a reason: its field gets the focus, once.
  const box = useRef<HTMLDivElement>(null)
  const isFocusDue = useRef(false)
  const focusReason = () => {
    const field = isFocusDue.current && box.current?.querySelector<HTMLElement>('[name=reason], [name=lockReason]')
    if (!field) return
    isFocusDue.current = false
    field.focus()
  }
  useEffect(focusReason, [option])
  const projectName = projectNamesOf(round)
  const faults = faultsOf(error, fields)
  const save = async () => {
    if (!opened) return
    const { team, choice } = opened
    const wasLocked = team.lock?.project === choice.project
    if (option === 'lock') {
      if (await lock(team, choice.project, lockReason.trim())) onClose()
      return
    }
    if (wasLocked && !(await lock(team, null, null))) return
    const next = option === 'none' ? null : option
    const isSame = next === choice.mark && (next !== 'unsuitable' || Number(reason) === choice.reasonId)
    if (isSame || (await mark(team, choice, next, next === 'unsuitable' && reason !== '' ? Number(reason) : null))) onClose()
  }
  const options = (['preferred', 'none', 'unsuitable', 'lock'] as const).map((value) => ({
    value,
    label: value === 'lock' ? t('rounds.lock') : t(`rounds.mark.${value}`),
    hint:
      value === 'lock'
        ? t('rounds.lock.hint')
        : value === 'preferred'
          ? t(round.rule === 'fair' ? 'rounds.mark.preferred.hint' : 'rounds.mark.preferred.unused')
          : value === 'unsuitable'
            ? t('rounds.mark.unsuitable.hint')
            : undefined,
  }))
  const canReview = isReviewable(round)
  const title = opened ? `${opened.team.name} · ${projectName(opened.choice.project)}` : ''
  if (!canReview)
    return (
      <Dialog title={title} isOpen={opened !== null} onClose={onClose}>
        {opened && (
          <>
            <p>{t('rounds.draft.rank', { rank: opened.choice.rank })}</p>
            <p>{markText(opened.choice, presentOption(opened) === 'lock') ?? t('rounds.mark.none')}</p>
            <p class="soft">{t('rounds.mark.readOnly')}</p>
          </>
        )}
      </Dialog>
    )
  return (
    <FormDialog title={title} isOpen={opened !== null} onClose={onClose} hasCancel submit={t('save')} isBusy={isBusy} onSubmit={save}>
      {opened && (
        <div class="stack" ref={box}>
          <p class="soft">{t('rounds.draft.rank', { rank: opened.choice.rank })}</p>
          <Choices<Option> legend={t('rounds.mark')} name="mark" value={option} options={options} onChoose={setOption} />
          {option === 'unsuitable' && <Reasons value={reason} fault={faults.reason} onChoose={setReason} onReady={focusReason} />}
          {option === 'lock' && (
            <Field
              label={t('rounds.lock.reason')}
              hint={t('rounds.lock.reason.hint')}
              name="lockReason"
              dir="auto"
              required
              maxLength={LONGEST_LOCK_REASON}
              autocomplete="off"
              value={lockReason}
              fault={faults.lockReason}
              onInput={({ currentTarget }) => setLockReason(currentTarget.value)}
            />
          )}
          <ErrorMessage of={faults['']} />
          <FileNote round={round} />
          {isLookedAt(round) && <p class="round-warning">{t('rounds.mark.afterLook')}</p>}
        </div>
      )}
    </FormDialog>
  )
}
