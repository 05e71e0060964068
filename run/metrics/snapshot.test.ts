import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHistogram } from '#http/observe/histogram.ts'
import { counter, gauge, histogram, mergeSnapshots, type Snapshot } from './snapshot.ts'
import { metricsText } from './text.ts'

const snapshotOf = (calls: number, lag: number, isReady: boolean, ...times: number[]): Snapshot => {
  const took = createHistogram()
  for (const ms of times) took.add(ms)
  return [
    counter('calls_total', 'calls', [
      [{ route: '/a' }, calls],
      [{ route: `/of-${calls}` }, 1],
    ]),
    gauge('lag_seconds', 'lag', 'max', lag),
    gauge('ready', 'ready', 'min', isReady ? 1 : 0),
    gauge('streams', 'streams', 'sum', 2),
    histogram('took_seconds', 'time', [{ labels: { route: '/a' }, ...took }]),
  ]
}

test('snapshots of several processes are merged: added, or the largest or the smallest value', () => {
  // As it arrives from another process.
  const other = JSON.parse(JSON.stringify(snapshotOf(5, 3, false, 500, 30_000))) as Snapshot
  const lines = metricsText(mergeSnapshots([snapshotOf(2, 1, true, 1, 499), other])).split('\n')
  const expected = [
    'calls_total{route="/a"} 7',
    'calls_total{route="/of-2"} 1',
    'calls_total{route="/of-5"} 1',
    'lag_seconds 3',
    'ready 0',
    'streams 4',
    'took_seconds_bucket{route="/a",le="0.001"} 1',
    'took_seconds_bucket{route="/a",le="0.25"} 1',
    'took_seconds_bucket{route="/a",le="0.5"} 3',
    'took_seconds_bucket{route="/a",le="10"} 3',
    'took_seconds_bucket{route="/a",le="+Inf"} 4',
    'took_seconds_sum{route="/a"} 31',
    'took_seconds_count{route="/a"} 4',
  ]
  for (const line of expected) assert.ok(lines.includes(line), `${line} is not in\n${lines.join('\n')}`)
  assert.equal(lines.filter((line) => line.startsWith('# TYPE')).length, 5)
})

test('a time belongs to the first bucket that is not smaller', () => {
  const took = createHistogram()
  for (const ms of [0, 1, 1.1, 2.5, 10_000, 10_001]) took.add(ms)
  assert.deepEqual([...took.buckets], [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
})

test('labels and help are escaped, special numbers are written as Prometheus reads them, and metrics without values described', () => {
  const text = metricsText([
    gauge('odd', 'a \\ and\na line', 'max', [[{ name: 'say "hi"\\\n' }, Number.POSITIVE_INFINITY]]),
    gauge('none', 'nothing', 'max', []),
    gauge('unknown', 'x', 'max', Number.NaN),
  ])
  assert.equal(
    text,
    '# HELP odd a \\\\ and\\na line\n# TYPE odd gauge\nodd{name="say \\"hi\\"\\\\\\n"} +Inf\n# HELP none nothing\n# TYPE none gauge\n# HELP unknown x\n# TYPE unknown gauge\nunknown NaN\n',
  )
})
