import { Link } from 'wouter-preact'
import { AuditSentence } from '#console/parts/audit-sentence.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import { moment } from '#ui/time/format.ts'
import { type DetailRow, detailRows } from './detail-rows.ts'

/** Changed values with before and after; all other details with one value. */
function Detail({ rows }: { rows: DetailRow[] }) {
  const hasChange = rows.some((row) => 'before' in row)
  return (
    <div class="table-frame">
      <table class="log-detail">
        <thead>
          <tr>
            <th scope="col">{t('audit.key')}</th>
            {hasChange ? (
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
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {'before' in row ? (
                <>
                  <td dir="auto">
                    <del>{row.before}</del>
                  </td>
                  <td dir="auto">
                    <ins>{row.after}</ins>
                  </td>
                </>
              ) : (
                <td dir="auto" colSpan={hasChange ? 2 : 1}>
                  {row.value}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Entry({ event }: { event: AuditEntry }) {
  const { at, target, outcome, code } = event
  const rows = detailRows(event.detail)
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
      {rows.length > 0 && (
        <details>
          <summary>{t('audit.details')}</summary>
          <Detail rows={rows} />
        </details>
      )}
    </li>
  )
}
