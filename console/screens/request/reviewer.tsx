import { useState } from 'preact/hooks'
import { AssignDialog } from '#console/screens/requests/assign-dialog.tsx'
import { t } from '#console/texts.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import { assignRequests } from '#contract/console/responsibility.ts'
import { useAct } from '#ui/act/act.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { session } from '#ui/session/session.ts'
import '#console/parts/reviewer-name.css'

/** Who reviews the application; it can be assigned while it awaits a decision. */
export function Reviewer({ request }: { request: ReviewRequest }) {
  const [isOpen, setIsOpen] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const { id, reviewer, isAssigned, status } = request
  const ownId = session.value.state === 'signed-in' ? session.value.userId : null
  const take = () =>
    act(() => call(assignRequests, { body: { requests: [id], reviewer: ownId } }), {
      done: t('requests.assign.mine'),
    })
  return (
    <section class="card stack" aria-labelledby="reviewer">
      <h2 id="reviewer">{t('responsible.reviewer')}</h2>
      {reviewer ? (
        <p class="reviewer-name">
          <Avatar name={reviewer.name} src={null} size={28} />
          <span>
            <bdi>{reviewer.name}</bdi>
            {!isAssigned && <small class="soft">{t('requests.assign.default')}</small>}
          </span>
        </p>
      ) : (
        <p class="soft">{t('requests.assign.nobody')}</p>
      )}
      {status === 'submitted' && (
        <div class="row">
          {ownId !== null && reviewer?.id !== ownId && (
            <Button look="soft" isBusy={isBusy} onClick={() => void take()}>
              {t('requests.assign.me')}
            </Button>
          )}
          <Button look="plain" onClick={() => setIsOpen(true)}>
            {t(reviewer ? 'requests.assign.change' : 'requests.assign.choose')}
          </Button>
        </div>
      )}
      <AssignDialog requests={[request]} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  )
}
