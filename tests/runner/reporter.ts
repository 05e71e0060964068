import { Transform } from 'node:stream'
import { spec } from 'node:test/reporters'
import { current, uncaughtErrors } from './current.ts'
import { type Counts, type FromShard, noCounts } from './messages.ts'

// The reporter of a shard (--test-reporter): each file is a top-level suite whose results are sent to the parent process when it ends.

type Data = {
  name: string
  nesting: number
  message?: string
  skip?: unknown
  todo?: unknown
  details?: { type?: string; error?: { failureType?: string; cause?: unknown } }
}
type TestEvent = { type: string; data: Data }

const CANCELLED = ['cancelledByParent', 'testAborted', 'testTimeoutFailure']
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

const send = (message: FromShard) => process.send?.(message)

let events: TestEvent[] = []

export default new Transform({
  writableObjectMode: true,
  async transform(event: TestEvent, _, done) {
    await handle(event)
    done()
  },
})

async function handle(event: TestEvent): Promise<void> {
  const { type, data } = event
  if (type === 'test:summary') return
  if (type === 'test:diagnostic' && data.nesting === 0) {
    // Top-level diagnostics are errors outside of every test, or node's totals, which the parent computes itself.
    if (!TOTALS.test(data.message!)) send({ type: 'problem', text: [data.message, ...uncaughtErrors.splice(0)].join('\n') })
    return
  }
  events.push(event)
  if (data.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) return
  const ofFile = events
  events = []
  send({
    type: 'done',
    file: data.name,
    ...(await write(ofFile)),
    counts: count(ofFile),
    leftOut: current.leftOut,
    skipped: ofFile.flatMap(({ type, data }) =>
      type === 'test:pass' && data.skip !== undefined ? [{ name: data.name, reason: typeof data.skip === 'string' ? data.skip : '' }] : [],
    ),
    hasFailed: type === 'test:fail',
  })
}

/** Output of node's spec reporter: the tree, and separately the failures with their errors. */
async function write(events: TestEvent[]): Promise<{ text: string; failures: string }> {
  const writer = new spec()
  const chunks: string[] = []
  writer.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  for (const event of events) writer.write(event)
  await new Promise((resolve) => setImmediate(resolve))
  const text = chunks.splice(0).join('')
  await new Promise((resolve) => writer.once('end', resolve).end())
  return { text, failures: chunks.join('').replace(/^\s*.*failing tests:.*\n/, '') }
}

/** Same counts as node, except that the suite of the file counts only if it failed itself (a hook, an import). */
function count(events: TestEvent[]): Counts {
  const counts = noCounts()
  for (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const failureType = data.details?.error?.failureType
    if (data.nesting === 0) {
      if (type === 'test:fail' && failureType !== 'subtestsFailed') counts.fail++
    } else if (data.details?.type === 'suite') counts.suites++
    else {
      counts.tests++
      if (data.skip !== undefined) counts.skipped++
      else if (data.todo !== undefined) counts.todo++
      else if (type === 'test:pass') counts.pass++
      else if (CANCELLED.includes(failureType ?? '')) counts.cancelled++
      else counts.fail++
    }
  }
  return counts
}
