import { columns } from '#spreadsheet/column/columns.ts'
import { writeSheet } from '#spreadsheet/write/write.ts'

// Large project sheets, valid ones and ones with various faults.

const faults: [column: string, cell: string, sentence: RegExp][] = [
  ['dateEnd', '2026-02-30', /^2026-02-30 is not a date\./],
  ['teamLimit', 'several', /^several is not a whole number/],
  ['tags', 'No Such Tag', /^There is no tag “No Such Tag”/],
  ['state', 'gone', /^“gone” is not one of/],
  ['name', '', /^This field is required\.$/],
  ['slug', 'Not An Address', /is not a valid URL name/],
]

export type Faulty = { row: number; column: string; sentence: RegExp }

export function sheetOfProjects(count: number, faulty: number, tag: string): { bytes: Buffer; repaired: Buffer; faults: Faulty[] } {
  const text = 'Подробное описание проекта: что нужно сделать, зачем и кому это поможет. '.repeat(12)
  const good = Array.from(
    { length: count },
    (_, n): Record<string, string> => ({
      slug: `sheet-${n}`,
      name: `Sheet project ${n} zolotisty`,
      state: 'published',
      shortDescription: `Short words about project ${n}`,
      description: `${text}${n}`,
      dateStart: '2026-09-01',
      dateEnd: `2027-0${1 + (n % 6)}-15`,
      enrollmentStart: '2026-08-01',
      enrollmentEnd: '2026-08-31',
      curator: `Curator ${n % 40}`,
      client: `Client ${n % 300}`,
      clientContact: `client${n % 300}@example.org`,
      teamLimit: String(1 + (n % 5)),
      developerRequirements: 'Python; Patience; Curiosity',
      projectRequirements: `Runs outdoors; Number ${n}`,
      tags: tag,
      related: n > 0 ? `sheet-${n - 1}` : '',
    }),
  )
  const expected: Faulty[] = []
  const bad = good.map((row) => ({ ...row }))
  for (let nth = 0; nth < faulty; nth++) {
    const at = Math.floor(((nth + 0.5) * count) / faulty)
    const [column, cell, sentence] = faults[nth % faults.length]!
    bad[at]![column] = column === 'slug' ? `${cell} ${at}` : cell // unique, or they would also be refused as duplicates
    expected.push({ row: at + 2, column, sentence })
    if (column === 'slug' && at + 1 < count) bad[at + 1]!.related = '' // a reference to the invalid row would be a fault too
  }
  const write = (rows: Record<string, string>[]) =>
    writeSheet(
      'xlsx',
      columns.project.map(({ key, kind }) => ({ head: key, kind })),
      rows.map((row) => columns.project.map(({ key }) => row[key])),
    )
  return { bytes: write(bad), repaired: write(good), faults: expected }
}
