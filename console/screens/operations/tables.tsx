import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { When } from '#console/parts/when.tsx'
import { t } from '#console/texts.ts'
import type { Node, Operations } from '#contract/console/operations.ts'
import { count } from '#ui/time/format.ts'
import { duration, Part } from './part.tsx'

const SILENT_SECONDS = 15 // a process reports every five seconds
const LATE_MS = 5000 // as for /readyz; a process that nobody calls reads every two seconds

const parts = ['all', 'api', 'auth', 'worker'] as const
const limits = ['calls', 'search', 'sign-ins', 'failures', 'letters', 'letters-a-day', 'own-letters'] as const

// Names of another version are shown as they are.
function partText(name: string): string {
  const part = parts.find((one) => one === name)
  return part ? t(`operations.parts.${part}`) : name
}
function limitText(name: string): string {
  const limit = limits.find((one) => one === name)
  return limit ? t(`operations.limit.${limit}`) : name
}

type Name =
  | 'host'
  | 'version'
  | 'parts'
  | 'started'
  | 'seen'
  | 'lag'
  | 'statement'
  | 'calls'
  | 'time'
  | 'mean'
  | 'longest'
  | 'network'
  | 'limit'
  | 'refusals'
  | 'last'

const column = <R,>(name: Name, cell: Column<R>['cell'], rest: Partial<Column<R>> = {}): Column<R> => ({
  key: name,
  name: t(`operations.column.${name}`),
  cell,
  ...rest,
})
const figure = { isFigure: true }

type TableProps<R> = { label: string; columns: Column<R>[]; rows: readonly R[]; keyOf(row: R): string | number }
const PartTable = <R,>(props: TableProps<R>) => <Table className="operations-table" isPart hasCards {...props} />

const nodeColumns = (own: Operations['process']): Column<Node>[] => [
  column('host', ({ host, pid, isLeader }) => (
    <>
      <span dir="ltr">
        {host} · {pid}
      </span>
      {host === own.host && pid === own.pid && <small class="soft">{t('operations.node.own')}</small>}
      {isLeader && <small class="soft">{t('operations.node.leader')}</small>}
    </>
  )),
  column('version', ({ version }) => version),
  column('parts', ({ parts }) => partText(parts)),
  column('started', ({ startedAt }) => <When at={startedAt} />),
  column('seen', ({ seenAt, silentSeconds }) =>
    silentSeconds > SILENT_SECONDS ? (
      <span class="badge badge-declined">{t('operations.node.silent', { count: count(silentSeconds) })}</span>
    ) : (
      <When at={seenAt} />
    ),
  ),
  column(
    'lag',
    ({ feedLagMs }) => (feedLagMs > LATE_MS ? <span class="badge badge-declined">{duration(feedLagMs)}</span> : duration(feedLagMs)),
    figure,
  ),
]

export const Nodes = ({ nodes, process, problems }: Operations) => (
  <Part name="nodes" problems={problems}>
    {nodes?.length === 0 ? (
      <p class="soft">
        {t('operations.nodes.none')}{' '}
        <span dir="ltr">
          {process.host} · {process.pid} · {process.version}
        </span>{' '}
        ({t('operations.node.own')}), {t('operations.column.started').toLowerCase()} <When at={process.startedAt} />
      </p>
    ) : (
      <PartTable label={t('operations.nodes')} columns={nodeColumns(process)} rows={nodes ?? []} keyOf={({ id }) => id} />
    )}
  </Part>
)

type Statement = NonNullable<Operations['statements']>['statements'][number]
const statementColumns = (isRecorded: boolean): Column<Statement>[] => [
  column(
    'statement',
    ({ text }) => (text === null ? <span class="soft">{t('operations.statements.other')}</span> : <code dir="ltr">{text}</code>),
    { className: 'operations-statement' },
  ),
  ...(isRecorded ? [column<Statement>('calls', ({ calls }) => calls !== null && count(calls), figure)] : []),
  column(isRecorded ? 'mean' : 'time', ({ ms }) => duration(ms), figure),
  ...(isRecorded ? [column<Statement>('longest', ({ maxMs }) => maxMs !== null && duration(maxMs), figure)] : []),
]

export function Statements({ statements, problems }: Operations) {
  const hint = statements === null ? undefined : t(`operations.statements.${statements.source}`)
  const title = t(statements?.source === 'running' ? 'operations.statements.now' : 'operations.statements')
  const rows = statements?.statements ?? []
  return (
    <Part name="statements" title={title} problems={problems} hint={hint}>
      {statements?.statements.length === 0 ? (
        <p class="soft">{t('operations.statements.none')}</p>
      ) : (
        <PartTable
          label={title}
          columns={statementColumns(statements?.source === 'statistics')}
          rows={rows}
          keyOf={(row) => `${rows.indexOf(row)} ${row.text}`}
        />
      )}
    </Part>
  )
}

type RefusedCaller = Operations['refusedCallers'][number]

export const RefusedCallers = ({ refusedCallers }: Operations) => (
  <Part name="refused" hint={t('operations.refused.hint')}>
    {refusedCallers.length === 0 ? (
      <p class="soft">{t('operations.refused.none')}</p>
    ) : (
      <PartTable
        label={t('operations.refused')}
        rows={refusedCallers}
        keyOf={({ network, limit }) => `${network} ${limit}`}
        columns={[
          column('network', ({ network }) => <span dir="ltr">{network}</span>),
          column('limit', ({ limit }) => limitText(limit)),
          column('refusals', (row: RefusedCaller) => count(row.count), figure),
          column('last', ({ lastAt }) => <When at={lastAt} />),
        ]}
      />
    )}
  </Part>
)

export function Configuration({ configuration }: Operations) {
  const given = configuration.filter(({ isSet }) => isSet)
  const rest = configuration.filter(({ isSet }) => !isSet)
  const file = configuration.find(({ name }) => name === 'ENV_FILE')?.value
  return (
    <Part name="configuration" hint={t('operations.configuration.hint')}>
      {file && <p class="soft">{t('operations.configuration.file', { file })}</p>}
      {given.length === 0 ? (
        <p class="soft">{t('operations.configuration.none')}</p>
      ) : (
        <dl class="pairs card operations-variables">
          {given.map(({ name, value, isSecret }) => (
            <div key={name}>
              <dt>
                <code dir="ltr">{name}</code>
              </dt>
              <dd dir="ltr">{isSecret ? <span class="soft">{t('operations.configuration.secret')}</span> : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rest.length > 0 && (
        <details class="operations-defaults">
          <summary>{t('operations.configuration.default', { count: rest.length })}</summary>
          <ul class="bare" dir="ltr">
            {rest.map(({ name }) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Part>
  )
}
