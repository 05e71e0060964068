import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Options } from './options.ts'
import type { Result } from './rig.ts'
import { findSection, path, sectionOf } from './section.ts'

const root = join(import.meta.dirname, '..', '..')
const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const inWords = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || 'none'

/** For the terminal. */
export const lineOf = ({
  name,
  availability: { writes, guests, members, skipped },
  readyMs,
  completeMs,
  verdict,
  areEqual,
  isCompared,
}: Result): string =>
  [
    `${name}: no write for ${seconds(writes.longestPauseMs)} s (in all ${seconds(writes.pausesMs)} s), nodes ready after ${seconds(readyMs)} s, complete after ${seconds(completeMs)} s`,
    `writes: ${writes.acknowledged} acknowledged; failed attempts: ${inWords(writes.refused)}${skipped > 0 ? `; not started: ${skipped}` : ''}`,
    `reads: guests ${guests.calls}, failed ${guests.failed}, slowest ${guests.slowestMs} ms; members ${members.calls}, failed ${members.failed} (${inWords(members.failures)})`,
    ...(isCompared
      ? [
          `since the start: ${verdict.acknowledged} acknowledged; not acknowledged: ${verdict.unacknowledged.stored} stored, ${verdict.unacknowledged.absent} not; emails: ${verdict.emails.sent} sent, ${verdict.emails.unknown} unknown; servers ${areEqual ? 'equal' : 'differ'}`,
        ]
      : []),
  ].join('\n    ')

const countOf = ({ verdict: { findings } }: Result, ...kinds: string[]): number =>
  findings.filter(({ kind }) => kinds.includes(kind)).length
const lost = (result: Result): number => countOf(result, 'lost')
const doubled = (result: Result): number => countOf(result, 'doubled', 'email doubled')
const missing = (result: Result): number => countOf(result, 'email missing', 'never sent')

function tableOf(results: Result[]): string[] {
  const rows = results.map((result) => {
    const { title, availability, readyMs, completeMs, areEqual } = result
    const { writes, guests, members } = availability
    return [
      title,
      writes.pausesMs > writes.longestPauseMs
        ? `${seconds(writes.longestPauseMs)} s (in all ${seconds(writes.pausesMs)} s)`
        : `${seconds(writes.longestPauseMs)} s`,
      `${seconds(readyMs)} s`,
      `${seconds(completeMs)} s`,
      `${writes.acknowledged}`,
      `${lost(result)}, ${doubled(result)}, ${missing(result)}`,
      `${guests.failed} of ${guests.calls}`,
      `${members.failed} of ${members.calls}`,
      areEqual ? 'yes' : 'no',
    ]
  })
  const heads = [
    'fault',
    'no write acknowledged for',
    'all nodes ready after',
    'three servers replicate after',
    'writes acknowledged',
    'lost, doubled, emails missing',
    'reads of guests failed',
    'reads of members failed',
    'servers equal',
  ]
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

const quantile = (values: number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function failoverTable(results: Result[]): string[] {
  const heads = [
    '',
    'times',
    'no write acknowledged for: median',
    '95 %',
    'longest',
    'all nodes ready after: median',
    'longest',
    'lost, doubled, emails missing',
    'reads of guests failed',
  ]
  const rows = [
    { title: 'crash of the primary’s machine', of: results.filter(({ isPlanned }) => !isPlanned) },
    { title: 'planned switchover', of: results.filter(({ isPlanned }) => isPlanned) },
  ].map(({ title, of }) => {
    const pauses = of.map(({ availability }) => availability.writes.longestPauseMs)
    const ready = of.map(({ readyMs }) => readyMs)
    const sum = (value: (result: Result) => number): number => of.reduce((total, one) => total + value(one), 0)
    const guests = `${sum((one) => one.availability.guests.failed)} of ${sum((one) => one.availability.guests.calls)}`
    const times = [quantile(pauses, 0.5), quantile(pauses, 0.95), Math.max(...pauses), quantile(ready, 0.5), Math.max(...ready)]
    return [title, `${of.length}`, ...times.map((ms) => `${seconds(ms)} s`), `${sum(lost)}, ${sum(doubled)}, ${sum(missing)}`, guests]
  })
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function totals(results: Result[]): string {
  const { verdict } = results.findLast(({ isCompared }) => isCompared) ?? results.at(-1)!
  const compared = results.filter(({ isCompared }) => isCompared)
  const { stored, absent } = verdict.unacknowledged
  const { sent, unknown } = verdict.emails
  return (
    `In all ${verdict.acknowledged} acknowledged writes; of ${stored + absent} without an acknowledgement after every repetition ${stored} had taken effect, once. ` +
    `${sent} emails sent, ${unknown} in the state \`unknown\`. Compared ${compared.length} times; the servers were equal ${compared.filter(({ areEqual }) => areEqual).length} times.`
  )
}

const first = (command: string, ...args: string[]): string => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n')[0]!
  } catch {
    return 'unknown'
  }
}
const packageVersion = (name: string): string => first('dpkg-query', '-W', '-f', `\${Version}`, name)

/** Read at the start of a run: what is measured must not be named by a later commit. */
export function sourceOf({ command }: Options): string {
  const changed = first('git', '-C', root, 'status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes'
  const versions = [
    `PostgreSQL ${packageVersion('postgresql-15')}`,
    `Patroni ${packageVersion('patroni')}`,
    `etcd ${packageVersion('etcd-server')}`,
    `HAProxy ${packageVersion('haproxy')}`,
    `nginx ${packageVersion('nginx-light')}`,
    `Node ${process.versions.node}`,
  ]
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}`
  const commit = first('git', '-C', root, 'rev-parse', '--short', 'HEAD')
  return `Measured ${new Date().toISOString().slice(0, 10)} at commit ${commit}${changed} by \`${command}\` on ${machine}; ${versions.join(', ')}.`
}

/** Replaces the table of this kind of run in docs/reliability.md, between its markers. */
export function writeReport(options: Options, source: string, results: Result[]): void {
  const table = options.failovers > 0 ? failoverTable(results) : tableOf(results)
  const text = [source, '', ...table, '', totals(results)].join('\n')
  const { page, start, end } = findSection(sectionOf(options))
  writeFileSync(path, `${page.slice(0, start)}\n\n${text}\n${page.slice(end)}`)
}
