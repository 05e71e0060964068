import { Link } from 'wouter-preact'
import { AuditSentence } from '#console/parts/audit-sentence.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import { moment } from '#ui/format.ts'

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (value === 'two-way' || value === 'one-way') return t(`synonyms.kind.${value}`)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The label of a key of the details; keys without a text are shown unchanged. */
const keyName = (key: string): string => t(`audit.detail.${key}` as 'audit.detail.name') || key
const isChange = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2

/** Changed values with before and after; all other details with one value. */
const Detail = ({ detail }: { detail: AuditEntry['detail'] }) => (
  <div class="table-frame">
    <table class="log-detail">
      <thead>
        <tr>
          <th scope="col">{t('audit.key')}</th>
          {Object.values(detail).some(isChange) ? (
            <>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </>
          ) : (
            <th scope="col">{t('audit.value')}</th>
          )}
        </tr>
      </thead>
      <tbody>
        {Object.entries(detail).map(([key, value]) => (
          <tr key={key}>
            <th scope="row">{keyName(key)}</th>
            {isChange(value) ? (
              <>
                <td dir="auto">
                  <del>{formatValue(value[0])}</del>
                </td>
                <td dir="auto">
                  <ins>{formatValue(value[1])}</ins>
                </td>
              </>
            ) : (
              <td dir="auto" colSpan={Object.values(detail).some(isChange) ? 2 : 1}>
                {formatValue(value)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export function Entry({ event }: { event: AuditEntry }) {
  const { at, target, outcome, code } = event
  const { word: _, ...detail } = event.detail // already in the sentence
  const hasDetail = Object.keys(detail).length > 0
  return (
    <li class="log-entry">
      <p>
        <AuditSentence event={event} />
        {outcome === 'failure' && (
          <>
            {' '}
            <span class="badge badge-declined">{code ?? t('audit.failed')}</span>
          </>
        )}
      </p>
      <p class="log-when">
        <time dateTime={at}>{moment(at)}</time>
        {target && (
          <Link href={pathTo('audit', {}, { target })} class="log-only">
            {t('audit.onlyThis')} <span class="visually-hidden">({target})</span>
          </Link>
        )}
      </p>
      {hasDetail && (
        <details>
          <summary>{t('audit.details')}</summary>
          <Detail detail={detail} />
        </details>
      )}
    </li>
  )
}
