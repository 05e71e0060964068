import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ImportReport, SheetRow } from '#contract/console/spreadsheet.ts'
import { count } from '#ui/format.ts'

type What = SheetRow['what']
const order: What[] = ['refuse', 'change', 'create', 'same']

const Told = ({ row }: { row: SheetRow }) => (
  <ul class="exchange-told">
    {row.faults.map(({ column, message }) => (
      <li key={`${column} ${message}`} class="exchange-fault">
        {column && <code>{column}</code>} <span dir="auto">{message}</span>
      </li>
    ))}
    {row.changes.map(({ column, before, after }) => (
      <li key={column}>
        <code>{column}</code> {row.what === 'change' && <del dir="auto">{before ?? t('exchange.nothing')}</del>}
        {row.what === 'change' && <span aria-hidden="true"> → </span>}
        <ins dir="auto">{after ?? t('exchange.nothing')}</ins>
      </li>
    ))}
  </ul>
)

/** What the file would do, row by row; what is wrong comes first. */
export function Report({ report, name }: { report: ImportReport; name: string }) {
  const { counts, rows, isCut } = report
  const [what, setWhat] = useState<What>(order.find((one) => counts[one] > 0) ?? 'same')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const shown = rows.filter((row) => row.what === what)
  const words =
    counts.refuse > 0
      ? t('exchange.refused', { count: counts.refuse })
      : counts.create + counts.change > 0
        ? t('exchange.good')
        : t('exchange.idle')
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        {t('exchange.report')} <span dir="auto">{name}</span>
      </h3>
      <p class={counts.refuse > 0 ? 'exchange-fault' : ''} role="status">
        {words}
      </p>
      <fieldset class="row exchange-choice" aria-label={t('exchange.show')}>
        {order.map((one) => (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={one === what}
            disabled={counts[one] === 0}
            onClick={() => setWhat(one)}
          >
            {t(`exchange.what.${one}`)} {count(counts[one])}
          </button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached by keyboard */}
      <section class="sheet-table exchange-rows" tabIndex={0} aria-label={t(`exchange.what.${what}`)}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="exchange-number">
                {t('exchange.row')}
              </th>
              <th scope="col">{t('exchange.about')}</th>
              <th scope="col">{t(what === 'refuse' ? 'exchange.why' : 'exchange.changes')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.row}>
                <td class="figure">{row.row}</td>
                <th scope="row" dir="auto">
                  {row.name}
                </th>
                <td>
                  <Told row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(isCut || shown.length < counts[what]) && <p class="soft">{t('exchange.cut', { shown: shown.length, all: counts[what] })}</p>}
    </div>
  )
}
