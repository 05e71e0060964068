import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TeamRow } from '#store/spreadsheet/export.ts'
import { share, test as slowTest } from '#tests/support/tier.ts'
import type { Line } from './column/columns.ts'
import { planPeople } from './plan/person.ts'
import { planProjects } from './plan/project.ts'
import { planRounds } from './plan/round.ts'
import { planTeams } from './plan/team.ts'
import { readCsv } from './read/csv.ts'
import { attribute, createXmlReader } from './read/xml.ts'
import { SheetFault } from './sheet.ts'
import { splitList } from './write/list.ts'

// Uploaded files are read and planned in linear time: one file of eight times the size takes about as long as eight files, not eight times as long.

const TIMES = 8
const MOST_RATIO = 4
const FLOOR_US = 16_000 // the system counts CPU time in steps of up to 4 ms: shorter times are not compared

async function leastCpuOf(work: () => unknown, runs: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.threadCpuUsage()
    for (let run = 0; run < runs; run++) await work()
    const { user, system } = process.threadCpuUsage(before)
    times.push(user + system)
  }
  return Math.max(FLOOR_US, Math.min(...times))
}

async function assertLinear(name: string, size: number, work: (size: number) => unknown): Promise<void> {
  await work(size) // compiled
  const [several, large] = [await leastCpuOf(() => work(size), TIMES), await leastCpuOf(() => work(size * TIMES), 1)]
  assert.ok(large < several * MOST_RATIO, `${name}: ${TIMES} times ${several} µs, once with ${TIMES} times the size ${large} µs`)
}

const unlessRefused = (work: () => unknown): void => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
  }
}

test('a list in a cell is split in linear time', async () => {
  for (const token of ['\n', ';', '"', '""', '"a;', ' "', '"\n', '" "', '"a" ', ' ', '"";', '"\n;'])
    await assertLinear(JSON.stringify(token), 6000, (size) => splitList(token.repeat(size / token.length)))
})

test('a list in a cell is split as by one regular expression for each item', () => {
  const expected = (cell: string): string[] => {
    const items: string[] = []
    for (let at = 0; at < cell.length; ) {
      const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[;\n\r]|$)/.exec(cell.slice(at))
      const plain = quoted ? null : /^[^;\n\r]*/.exec(cell.slice(at))![0]
      if (quoted) items.push(quoted[1]!.replaceAll('""', '"'))
      else if (plain!.trim() !== '') items.push(plain!.trim())
      at += quoted ? quoted[0].length : plain!.length + 1
    }
    return items
  }
  const cell = fc
    .array(fc.constantFrom('"', '"', ';', '\n', '\r', ' ', '\u00a0', 'a', 'ж'), { maxLength: 16 })
    .map((signs) => signs.join(''))
  fc.assert(
    fc.property(cell, (text) => assert.deepEqual(splitList(text), expected(text))),
    { numRuns: share(3000) },
  )
})

test('CSV is read in linear time', async () => {
  for (const token of ['\n', '\r\n', ' \n', '""\n', '"', ',', '\t', 'a\n', "'=", '"\n"'])
    await assertLinear(JSON.stringify(token), 8000, (size) => unlessRefused(() => readCsv(`${token.repeat(size / token.length)}\nname\nx`)))
})

test('XML is read in linear time', async () => {
  const events = { open: (_: string, attributes: string) => void attribute(attributes, 'r'), close() {}, text() {} }
  for (const token of ['>', '">', '" ', ' r', ' r=', '&', '&amp;', '<a>', '<a r=">', '<!--', ']]>', "'"])
    await assertLinear(token, 8000, (size) =>
      unlessRefused(() => {
        const reader = createXmlReader(events)
        reader.write(`<a r="${token.repeat(size / token.length)}"/>${token.repeat(size / token.length)}`)
        reader.end()
      }),
    )
})

slowTest('rows with equal names are planned in linear time', async () => {
  const lines = (size: number, cells: Line['cells']): Line[] => Array.from({ length: size }, (_, at) => ({ row: at + 2, cells }))
  await assertLinear('projects', 1000, (size) =>
    planProjects(lines(size, { name: 'Same' }), { slugs: [], projects: [], tags: [], roles: [] }),
  )
  const slugs = (size: number) => Array.from({ length: size }, (_, id) => ({ slug: `same-${id}`, id, name: 'Same', isFormer: false }))
  await assertLinear('present projects', 500, (size) => planProjects([], { slugs: slugs(size * 8), projects: [], tags: [], roles: [] }))
  const joining = (size: number) =>
    slugs(size).map(({ id, name }) => ({ id, name, round: null, roundName: null, isRoundOver: false, waiting: 0 }))
  const clock = { at: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }
  await assertLinear('rounds', 300, (size) =>
    planRounds(
      lines(size, { name: 'Same', opensAt: '2026-09-01', projects: 'same-1; same-2' }),
      { rounds: [], slugs: slugs(size), projects: joining(size) },
      clock,
    ),
  )
  await assertLinear('people', 1000, (size) =>
    planPeople(lines(size, { name: 'Same', login: '' }), { people: [], logins: [] }, { locale: 'en', country: null }),
  )
  await assertLinear('members of a team', 1000, (size) => {
    const nobody = { person: null, email: null, login: null, isAdministrator: false, isGone: false, isClosed: false, roles: [] }
    const members = Array.from({ length: size }, (_, id) => ({ ...nobody, id, name: `Member ${id}` }))
    const team: TeamRow = { id: 1, name: 'Same', description: null, project: null, wantedRoles: [], requestsWaiting: 0, members }
    const rows = members.map(({ name }, at) => ({ row: at + 2, cells: { team: 'Same', member: name.toUpperCase() } }))
    return planTeams(rows.toReversed(), { names: [], teams: [team], people: [], slugs: [], projects: [], roles: [], today: 0 })
  })
})
