import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PageProblem } from '#console/parts/problem.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { listWords } from '#contract/console/vocabulary.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { faultsOf, Select, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'

const MAX_LENGTH = 5000
const aboutReason = { unknown_reason: 'reason', reason_required: 'reason' }

export type DecisionInput = { reason: number | null; comment: string | null }

type ReasonsProps = { value: string; fault?: string; onChoose(value: string): void; onReady?(): void }

/** A reason from the vocabulary. */
export function Reasons({ value, fault, onChoose, onReady }: ReasonsProps) {
  const { answer, error, retry } = useCall(listWords, { params: { kind: 'reason' } }, { isPrivate: true, isSaved: false })
  useEffect(() => {
    if (answer) onReady?.()
  }, [answer !== undefined])
  if (error) return <PageProblem error={error} onRetry={retry} />
  if (!answer) return <Loading lines={1} />
  if (answer.words.length === 0)
    return (
      <div class="stack" role="alert">
        <p>{t('requests.noReasons')}</p>
        <ButtonLink look="soft" to={pathTo('vocabulary', { kind: 'reason' })}>
          {t('requests.toReasons')}
        </ButtonLink>
      </div>
    )
  return (
    <Select
      label={t('requests.reason')}
      name="reason"
      required
      value={value}
      fault={fault}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{t('choose')}</option>
      {answer.words.map((term) => (
        <option key={term.id} value={term.id}>
          {localizedName(term)}
        </option>
      ))}
    </Select>
  )
}

type Props = {
  decision: 'approve' | 'decline'
  title: string
  isOpen: boolean
  isBusy: boolean
  error: unknown
  onDecide(input: DecisionInput): void
  onClose(): void
  children?: ComponentChildren
}

/** The comment on a decision and, when declining, the reason. */
export function DecisionDialog({ decision, title, isOpen, isBusy, error, onDecide, onClose, children }: Props) {
  const [reason, setReason] = useState('')
  const [comment, setComment] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    setReason('')
    setComment('')
  }, [isOpen])
  const faults = faultsOf(error, aboutReason)
  // The reasons may arrive after the dialog has opened.
  const focusReason = () => comment === '' && box.current?.querySelector<HTMLElement>('[name=reason]')?.focus()
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      isDirty={comment.trim() !== ''}
      onClose={onClose}
      hasCancel
      submit={t(`requests.${decision}`)}
      look={decision === 'decline' ? 'danger' : 'main'}
      isBusy={isBusy}
      error={error}
      onSubmit={() => onDecide({ reason: reason === '' ? null : Number(reason), comment: comment.trim() || null })}
    >
      <div class="stack" ref={box}>
        {children}
        {decision === 'decline' && <Reasons value={reason} fault={faults.reason} onChoose={setReason} onReady={focusReason} />}
        <TextArea
          label={t('requests.comment')}
          name="comment"
          dir="auto"
          rows={4}
          maxLength={MAX_LENGTH}
          value={comment}
          hint={t('requests.commentHint')}
          fault={faults.comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <ErrorMessage of={faults['']} />
      </div>
    </FormDialog>
  )
}
