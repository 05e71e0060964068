import { PersonFinder } from '#console/parts/field/person-finder.tsx'
import { t } from '#console/texts.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import { assignRequests } from '#contract/console/responsibility.ts'
import { tellError, useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { faultOf } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { w } from '#ui/shared-texts.ts'
import { list } from '#ui/time/format.ts'

type Assigned = Pick<ReviewRequest, 'id' | 'teamName' | 'reviewer' | 'isAssigned'>

const assign = (requests: number[], reviewer: number | null) => call(assignRequests, { body: { requests, reviewer } })

/** Gives each application back to the reviewer it had. */
async function restore(requests: Assigned[]): Promise<void> {
  const byReviewer = Map.groupBy(requests, ({ isAssigned, reviewer }) => (isAssigned ? reviewer!.id : null))
  try {
    for (const [reviewer, group] of byReviewer)
      await assign(
        group.map(({ id }) => id),
        reviewer,
      )
    tell(t('requests.assign.undone'))
  } catch (error) {
    tellError(error)
  }
  await refreshAll()
}

type Props = { requests: Assigned[]; isOpen: boolean; onClose(): void; onDone?(): void }

/** Chooses who reviews the applications: the user, another curator, or the responsible curator of each project. The toast undoes it. */
export function AssignDialog({ requests, isOpen, onClose, onDone }: Props) {
  const { act, isBusy, error, clear } = useAct()
  const ownId = session.value.state === 'signed-in' ? session.value.userId : null
  const close = () => {
    onClose()
    clear()
  }
  const choose = async (reviewer: number | null) => {
    const ids = requests.map(({ id }) => id)
    const answer = await act(() => assign(ids, reviewer))
    if (!answer) return
    close()
    onDone?.()
    const { assigned, skipped } = answer
    const count = assigned.length
    const messages = [
      answer.reviewer ? t('requests.assign.done', { count, name: answer.reviewer.name }) : t('requests.assign.removed', { count }),
      ...(skipped.length > 0 ? [t('requests.assign.skipped', { count: skipped.length })] : []),
    ]
    const undo = { label: w('undo'), run: () => void restore(requests.filter(({ id }) => assigned.includes(id))) }
    tell(messages.join(' '), count > 0 ? undo : undefined, 15_000)
  }
  const isOwn = (one: Assigned) => one.isAssigned && one.reviewer?.id === ownId
  return (
    <Dialog
      title={t('requests.assign.title', { count: requests.length })}
      isOpen={isOpen}
      onClose={close}
      footer={
        <Button look="plain" onClick={close}>
          {w('cancel')}
        </Button>
      }
    >
      {requests.length > 1 && <p dir="auto">{list(requests.map(({ teamName }) => teamName))}</p>}
      <div class="row">
        {ownId !== null && !requests.every(isOwn) && (
          <Button isBusy={isBusy} onClick={() => void choose(ownId)}>
            {t('requests.assign.me')}
          </Button>
        )}
        {requests.some(({ isAssigned }) => isAssigned) && (
          <Button look="soft" isBusy={isBusy} onClick={() => void choose(null)}>
            {t('requests.assign.remove')}
          </Button>
        )}
      </div>
      <PersonFinder
        label={t('requests.assign.other')}
        hint={t('requests.assign.hint')}
        fault={faultOf(error)}
        access="staff"
        nameOf={({ name }) => t('requests.assign.this', { name })}
        onChoose={({ id }) => choose(id)}
      />
    </Dialog>
  )
}
