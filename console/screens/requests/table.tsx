import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import type { Column } from '#console/parts/table/column.ts'
import type { ListState } from '#console/parts/table/list-state.ts'
import { ListView } from '#console/parts/table/list-view.tsx'
import { When } from '#console/parts/when.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { listConsoleRequests, type ReviewRequest } from '#contract/console/request.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

const text = (given: string | null) => (given ? <span dir="auto">{given}</span> : <span class="soft">–</span>)

export const requestColumns = (): Column<ReviewRequest>[] => [
  {
    key: 'team',
    name: t('requests.field.team'),
    cell: ({ id, teamName }) => (
      <Link href={pathTo('request', { id })} dir="auto">
        {teamName}
      </Link>
    ),
  },
  {
    key: 'project',
    name: t('requests.project'),
    cell: ({ projectId, projectName }) => (
      <Link href={pathTo('project', { id: projectId })} dir="auto">
        {projectName}
      </Link>
    ),
  },
  {
    key: 'status',
    name: t('requests.status'),
    cell: ({ status }) => <span class={`badge badge-${status}`}>{t(`requests.one.${status}` as 'requests.one.superseded')}</span>,
  },
  {
    key: 'created',
    name: t('requests.field.created'),
    cell: ({ status, createdAt }) => (status === 'submitted' ? <Age since={createdAt} /> : <When at={createdAt} />),
  },
  { key: 'decided', name: t('requests.field.decided'), cell: ({ decidedAt }) => (decidedAt ? <When at={decidedAt} /> : text(null)) },
  { key: 'size', name: t('requests.field.size'), isFigure: true, cell: ({ teamSize }) => teamSize },
  { key: 'places', name: t('requests.field.places'), isFigure: true, cell: ({ freePlaces }) => freePlaces ?? '∞' },
  { key: 'rivals', name: t('requests.field.rivals'), isFigure: true, isOptional: true, cell: ({ rivals }) => rivals },
  { key: 'reviewer', name: t('requests.field.reviewer'), isOptional: true, cell: ({ reviewer }) => text(reviewer?.name ?? null) },
  { key: 'message', name: t('requests.field.message'), isOptional: true, cell: ({ message }) => text(message) },
  { key: 'reason', name: t('requests.field.reason'), isOptional: true, cell: ({ reason }) => text(reason) },
]

const MOST_DECLINED = 200

function Decline({ requests, onDone }: { requests: ReviewRequest[]; onDone(): void }) {
  const [isOpen, setIsOpen] = useState(false)
  const waiting = requests.filter(({ status }) => status === 'submitted').slice(0, MOST_DECLINED)
  const done = () => {
    setIsOpen(false)
    onDone()
  }
  return (
    <>
      <Button look="danger" disabled={waiting.length === 0} onClick={() => setIsOpen(true)}>
        {t('requests.declineSelected')}
      </Button>
      <DeclineDialog requests={waiting} isOpen={isOpen} onClose={() => setIsOpen(false)} onDone={done} />
    </>
  )
}

/** All applications in one table. */
export function RequestTable({ state }: { state: ListState<ReviewRequest> }) {
  const found = useCall(listConsoleRequests, { query: state.query }, { isPrivate: true, isSaved: false })
  const none = (
    <Empty
      title={t('requests.none.found')}
      action={state.isFiltered ? <Button onClick={state.reset}>{t('requests.reset')}</Button> : undefined}
    >
      {t('requests.none.foundText')}
    </Empty>
  )
  return (
    <ListView
      label={t('requests.title')}
      state={state}
      found={found}
      rowsOf={({ requests }) => requests}
      nameOf={({ teamName, projectName }) => `${teamName}, ${projectName}`}
      count={(count) => t('requests.found', { count })}
      empty={none}
      actions={(selection) => !selection.isAll && <Decline requests={[...selection.rows.values()]} onDone={selection.clear} />}
    />
  )
}
