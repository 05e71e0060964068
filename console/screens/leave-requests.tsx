import { useLocation } from 'wouter-preact'
import { StateChips } from '#console/parts/field/state-chips.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResultList } from '#console/parts/result-list.tsx'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { listLeaveRequests } from '#contract/console/team-formation.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { LeaveRequestCard } from './leave-requests/card.tsx'

/** Requests to leave a team that works on a project. */
export function LeaveRequests() {
  const [, go] = useLocation()
  const { values, set } = useQueryParams(['status', 'page'])
  const found = useCall(listLeaveRequests, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  return (
    <>
      <Title back={{ name: t('teams.toList'), go: () => go(paths.teams) }}>{t('leave.title')}</Title>
      <p class="soft">{t('leave.text')}</p>
      <StateChips
        label={t('leave.states')}
        value={values.status}
        states={['open', 'ended'] as const}
        nameOf={(status) => t(`leave.filter.${status}`)}
        onChoose={(status) => set({ status })}
      />
      <ResultList
        found={found}
        count={(count) => t('leave.found', { count })}
        empty={
          <Empty icon="check" title={t(values.status === 'open' ? 'leave.done' : 'leave.none')}>
            {t('leave.none.text')}
          </Empty>
        }
        onPage={(page) => set({ page: String(page) })}
      >
        {({ requests }) => (
          <ul class="bare leave-requests">
            {requests.map((request) => (
              <LeaveRequestCard key={request.id} request={request} />
            ))}
          </ul>
        )}
      </ResultList>
    </>
  )
}
