import { writeSection } from '#bench/support/section.ts'

export type Row = { name: string; target?: number; rounds: { perSecond: number; perCpuSecond: number }[]; bytes: number }

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const round = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toPrecision(2))

/** Prints the tables; with `write` they also replace those in docs/performance.md. */
export function report({ whole, plain }: { whole: Row[]; plain: Row[] }, { count, write }: { count: number; write: boolean }): void {
  const text = `${count} projects. All calls:\n\n${tableOf(whole)}\n\nWithout the searches:\n\n${tableOf(plain)}`
  console.log(text)
  if (write) writeSection('docs/performance.md', 'peers', 'npm run bench peers -- --write', text)
}

function tableOf(rows: Row[]): string {
  const [first] = rows as [Row]
  const ratio = (row: Row, of: (one: Row['rounds'][number]) => number): number =>
    median(row.rounds.map((one, i) => of(first.rounds[i]!) / of(one)))
  const lines = rows.map((row) => {
    const cells = [
      row.name,
      round(median(row.rounds.map(({ perSecond }) => perSecond))),
      round(median(row.rounds.map(({ perCpuSecond }) => perCpuSecond))),
      `${Math.round(row.bytes / 1e6)} MB`,
      ...(row === first
        ? ['', '', '']
        : [
            `${round(ratio(row, ({ perSecond }) => perSecond))} ×`,
            `${round(ratio(row, ({ perCpuSecond }) => perCpuSecond))} ×`,
            row.target ? `≥ ${row.target} ×` : '',
          ]),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| program | calls a second | calls per CPU-second, database included | memory without the database | Projectory, calls a second | Projectory, per CPU-second | asked |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
