import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import './chart.css'

// Small charts: an SVG that stretches with the page, labels in HTML, which must not stretch, and the same data as a table.

type ChartProps = {
  title: string
  summary: string // one sentence, also the accessible name
  head: string[]
  rows: (string | number)[][]
  children: ComponentChildren
}

export const Chart = ({ title, summary, head, rows, children }: ChartProps) => (
  <figure class="card chart">
    <figcaption>
      <h3>{title}</h3>
      <p class="soft">{summary}</p>
    </figcaption>
    {rows.length > 0 && (
      <>
        {children}
        <details>
          <summary>{t('today.table')}</summary>
          <table class="chart-table">
            <thead>
              <tr>
                {head.map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...cells], index) => (
                <tr key={index}>
                  <th scope="row">
                    <bdi>{first}</bdi>
                  </th>
                  {cells.map((cell, column) => (
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </>
    )}
  </figure>
)

/** An SVG with an accessible name. */
function Drawing({ title, width, height, children }: { title: string; width: number; height: number; children: ComponentChildren }) {
  const id = useId()
  return (
    <svg class="chart-drawing" role="img" aria-labelledby={id} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <title id={id}>{title}</title>
      {children}
    </svg>
  )
}

type Bar = { key: string; value: number | null; above?: string; below?: string }

/** Vertical bars; labels below some of them form the axis. */
export function Bars({ title, bars }: { title: string; bars: Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0))
  const hasValues = bars.some(({ above }) => above !== undefined)
  const labels = (side: 'above' | 'below') => (
    <div class="chart-labels" aria-hidden="true">
      {bars.map((bar) => (
        <span key={bar.key}>{bar[side]}</span>
      ))}
    </div>
  )
  return (
    <div class="chart-bars">
      {hasValues && labels('above')}
      <Drawing title={title} width={bars.length * 10} height={100}>
        {bars.map(({ key, value }, index) => {
          const height = value ? Math.max(2, (value / most) * 100) : 0.8
          return <rect key={key} class={value ? 'bar' : 'bar bar-none'} x={index * 10 + 1} y={100 - height} width={8} height={height} />
        })}
      </Drawing>
      {labels('below')}
    </div>
  )
}

type Line = { key: string | number; name: string; count: number; waiting: number }

/** Horizontal bars with names; the highlighted part is not decided yet. */
export function Lines({ title, lines }: { title: string; lines: Line[] }) {
  const most = Math.max(1, ...lines.map(({ count }) => count))
  return (
    <div class="chart-lines">
      <ol class="bare" aria-hidden="true">
        {lines.map(({ key, name }) => (
          <li key={key} dir="auto">
            {name}
          </li>
        ))}
      </ol>
      <Drawing title={title} width={100} height={lines.length * 10}>
        {lines.map(({ key, count, waiting }, index) => (
          <g key={key}>
            <rect class="bar" x={0} y={index * 10 + 2} width={((count - waiting) / most) * 100} height={6} />
            <rect class="bar bar-warm" x={((count - waiting) / most) * 100} y={index * 10 + 2} width={(waiting / most) * 100} height={6} />
          </g>
        ))}
      </Drawing>
      <ol class="bare" aria-hidden="true">
        {lines.map(({ key, count }) => (
          <li key={key}>{count}</li>
        ))}
      </ol>
    </div>
  )
}

/** One bar: a part of the whole. */
export const Share = ({ title, part, whole }: { title: string; part: number; whole: number }) => (
  <div class="chart-share">
    <Drawing title={title} width={100} height={10}>
      <rect class="bar bar-ground" x={0} y={0} width={100} height={10} />
      <rect class="bar" x={0} y={0} width={whole === 0 ? 0 : (part / whole) * 100} height={10} />
    </Drawing>
  </div>
)
