import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ImportReport, SheetRow } from '#contract/console/spreadsheet.ts'
import { count } from '#ui/format.ts'

type What = SheetRow['what']
const order: What[] = ['refuse', 'change', 'create', 'same']

const Details = ({ row }: { row: SheetRow }) => (
  <ul class="spreadsheet-details">
    {row.faults.map(({ column, message }) => (
      <li key={`${column} ${message}`} class="spreadsheet-fault">
        {column && <code>{column}</code>} <span dir="auto">{message}</span>
      </li>
    ))}
    {row.changes.map(({ column, before, after }) => (
      <li key={column}>
        <code>{column}</code> {row.what === 'change' && <del dir="auto">{before ?? t('spreadsheet.nothing')}</del>}
        {row.what === 'change' && <span aria-hidden="true"> → </span>}
        <ins dir="auto">{after ?? t('spreadsheet.nothing')}</ins>
      </li>
    ))}
  </ul>
)

/** The dry run row by row, errors first. */
export function Report({ report, name }: { report: ImportReport; name: string }) {
  const { counts, rows, isCut } = report
  const [what, setWhat] = useState<What>(order.find((one) => counts[one] > 0) ?? 'same')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const visible = rows.filter((row) => row.what === what)
  const summary =
    counts.refuse > 0
      ? t('spreadsheet.refused', { count: counts.refuse })
      : counts.create + counts.change > 0
        ? t('spreadsheet.good')
        : t('spreadsheet.idle')
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        {t('spreadsheet.report')} <span dir="auto">{name}</span>
      </h3>
      <p class={counts.refuse > 0 ? 'spreadsheet-fault' : ''} role="status">
        {summary}
      </p>
      <fieldset class="row spreadsheet-choice" aria-label={t('spreadsheet.show')}>
        {order.map((one) => (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={one === what}
            disabled={counts[one] === 0}
            onClick={() => setWhat(one)}
          >
            {t(`spreadsheet.what.${one}`)} {count(counts[one])}
          </button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section class="data-table spreadsheet-rows" tabIndex={0} aria-label={t(`spreadsheet.what.${what}`)}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="spreadsheet-number">
                {t('spreadsheet.row')}
              </th>
              <th scope="col">{t('spreadsheet.about')}</th>
              <th scope="col">{t(what === 'refuse' ? 'spreadsheet.why' : 'spreadsheet.changes')}</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <tr key={row.row}>
                <td class="figure">{row.row}</td>
                <th scope="row" dir="auto">
                  {row.name}
                </th>
                <td>
                  <Details row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(isCut || visible.length < counts[what]) && <p class="soft">{t('spreadsheet.cut', { shown: visible.length, all: counts[what] })}</p>}
    </div>
  )
}
