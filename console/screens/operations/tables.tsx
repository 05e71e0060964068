import { t } from '#console/texts/index.ts'
import type { Node, Operations } from '#contract/console/operations.ts'
import { count } from '#ui/time/format.ts'
import { Cell, duration, Part, Row, Table, When } from './part.tsx'

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

const column = (name: Column, isFigure = false) => ({ name: t(`operations.column.${name}`), isFigure })
type Column =
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

function NodeRow({ node, own }: { node: Node; own: Operations['process'] }) {
  const isOwn = node.host === own.host && node.pid === own.pid
  const head = (
    <>
      <span dir="ltr">
        {node.host} · {node.pid}
      </span>
      {isOwn && <small class="soft">{t('operations.node.own')}</small>}
      {node.isLeader && <small class="soft">{t('operations.node.leader')}</small>}
    </>
  )
  return (
    <Row head={head}>
      <Cell label={t('operations.column.version')}>{node.version}</Cell>
      <Cell label={t('operations.column.parts')}>{partText(node.parts)}</Cell>
      <Cell label={t('operations.column.started')}>
        <When at={node.startedAt} />
      </Cell>
      <Cell label={t('operations.column.seen')}>
        {node.silentSeconds > SILENT_SECONDS ? (
          <span class="badge badge-declined">{t('operations.node.silent', { count: count(node.silentSeconds) })}</span>
        ) : (
          <When at={node.seenAt} />
        )}
      </Cell>
      <Cell label={t('operations.column.lag')} isFigure>
        {node.feedLagMs > LATE_MS ? <span class="badge badge-declined">{duration(node.feedLagMs)}</span> : duration(node.feedLagMs)}
      </Cell>
    </Row>
  )
}

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
      <Table
        label={t('operations.nodes')}
        columns={[column('host'), column('version'), column('parts'), column('started'), column('seen'), column('lag', true)]}
      >
        {nodes?.map((node) => (
          <NodeRow key={node.id} node={node} own={process} />
        ))}
      </Table>
    )}
  </Part>
)

export function Statements({ statements, problems }: Operations) {
  const hint = statements === null ? undefined : t(`operations.statements.${statements.source}`)
  const isRecorded = statements?.source === 'statistics'
  const title = t(statements?.source === 'running' ? 'operations.statements.now' : 'operations.statements')
  const time = column(isRecorded ? 'mean' : 'time', true)
  return (
    <Part name="statements" title={title} problems={problems} hint={hint}>
      {statements?.statements.length === 0 ? (
        <p class="soft">{t('operations.statements.none')}</p>
      ) : (
        <Table
          label={title}
          columns={[
            column('statement'),
            ...(isRecorded ? [column('calls', true)] : []),
            time,
            ...(isRecorded ? [column('longest', true)] : []),
          ]}
        >
          {statements?.statements.map(({ text, calls, ms, maxMs }, n) => (
            <Row
              key={`${n} ${text}`}
              headClass="operations-statement"
              head={text === null ? <span class="soft">{t('operations.statements.other')}</span> : <code dir="ltr">{text}</code>}
            >
              {calls !== null && (
                <Cell label={t('operations.column.calls')} isFigure>
                  {count(calls)}
                </Cell>
              )}
              <Cell label={time.name} isFigure>
                {duration(ms)}
              </Cell>
              {maxMs !== null && (
                <Cell label={t('operations.column.longest')} isFigure>
                  {duration(maxMs)}
                </Cell>
              )}
            </Row>
          ))}
        </Table>
      )}
    </Part>
  )
}

export const RefusedCallers = ({ refusedCallers }: Operations) => (
  <Part name="refused" hint={t('operations.refused.hint')}>
    {refusedCallers.length === 0 ? (
      <p class="soft">{t('operations.refused.none')}</p>
    ) : (
      <Table label={t('operations.refused')} columns={[column('network'), column('limit'), column('refusals', true), column('last')]}>
        {refusedCallers.map(({ network, limit, count: refusals, lastAt }) => (
          <Row key={`${network} ${limit}`} head={<span dir="ltr">{network}</span>}>
            <Cell label={t('operations.column.limit')}>{limitText(limit)}</Cell>
            <Cell label={t('operations.column.refusals')} isFigure>
              {count(refusals)}
            </Cell>
            <Cell label={t('operations.column.last')}>
              <When at={lastAt} />
            </Cell>
          </Row>
        ))}
      </Table>
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
