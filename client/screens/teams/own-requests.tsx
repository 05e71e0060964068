import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { cancelJoinRequest, JOIN_REQUEST_DAYS, listJoinRequests } from '#contract/invitation.ts'
import type { JoinRequest } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { deadline } from '#ui/time/format.ts'

/** The person's own requests to join, newest first; open ones and those that ended lately. */
export const useOwnRequests = (): JoinRequest[] => useCall(listJoinRequests, undefined, { isPrivate: true }).answer?.own ?? []

export function CancelRequest({ request }: { request: JoinRequest }) {
  const { act, error, isBusy } = useAct()
  const cancel = () => act(() => call(cancelJoinRequest, { params: { id: String(request.id) } }), { done: t('joinRequests.done') })
  return (
    <>
      <ErrorMessage of={error} />
      <Button
        look="plain"
        isBusy={isBusy}
        aria-label={t('joinRequests.cancelOf', { team: request.team.name })}
        {...onlineOnly()}
        onClick={() => void cancel()}
      >
        {t('joinRequests.cancel')}
      </Button>
    </>
  )
}

export const statusOf = ({ status, expiresAt }: JoinRequest): string =>
  t(`joinRequests.${status}`, { day: deadline(expiresAt), days: JOIN_REQUEST_DAYS })

/** Nothing when there are none. Requests that were accepted or cancelled need no line: their outcome is known. */
export function OwnRequests({ requests }: { requests: JoinRequest[] }) {
  const shown = requests.filter(({ status }) => status === 'open' || status === 'declined' || status === 'expired')
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="own-requests" class="team-part">
      <h2 id="own-requests">{t('joinRequests.title')}</h2>
      <ul class="rows">
        {shown.map((request) => (
          <li key={request.id} class="person-row">
            <Icon name={request.status === 'open' ? 'clock' : 'close'} />
            <div>
              <p dir="auto">{request.team.name}</p>
              <p class="soft">{statusOf(request)}</p>
            </div>
            {request.status === 'open' && (
              <div class="row">
                <CancelRequest request={request} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
