import { LeaveRequestCard } from '#console/screens/leave-requests/card.tsx'
import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { listLeaveRequests } from '#contract/console/team-formation.ts'
import { useCall } from '#ui/server/query.ts'

/** Open requests to leave this team. */
export function LeaveRequests({ team: { id } }: { team: ConsoleTeam }) {
  const { answer } = useCall(listLeaveRequests, { query: { team: String(id), status: 'open' } }, { isPrivate: true, isSaved: false })
  if (!answer || answer.requests.length === 0) return null
  return (
    <section class="stack" aria-labelledby="leave">
      <h2 id="leave">{t('leave.title')}</h2>
      <ul class="bare leave-requests">
        {answer.requests.map((request) => (
          <LeaveRequestCard key={request.id} request={request} isOnTeam />
        ))}
      </ul>
    </section>
  )
}
