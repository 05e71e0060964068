import { connect, type Socket } from 'node:net'
import { generateWorld } from '#tests/support/world.ts'
import { type Ask, load, request } from './load.ts'
import { withWorld } from './world.ts'

// Three times as many searches as the server can answer, from clients that do not wait for each other (open loop). Goodput: searches
// answered within a second, per CPU-second of the server, relative to the capacity measured right before: on a busy machine the CPU time a
// server gets changes from second to second. Meanwhile a client reads a cached list.

const FACTOR = 3
const CONNECTIONS = 1000
const TICK_MS = 5
const MS = 6000
const IN_TIME_MS = 1000

type Sample = { status: number; ms: number }

const percentile = (samples: Sample[], part: number): number =>
  samples.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(samples.length * part)] ?? Number.NaN

export async function benchOverload(args: string[]): Promise<void> {
  const count = Number(args[args.indexOf('--projects') + 1] ?? 0) || 20_000
  for (const shedding of ['off', 'on'])
    await withWorld(
      count,
      async (ours) => {
        const { port } = ours
        const cpuSeconds = async () => {
          const { user, system } = (await ours.usage()).cpu
          return (user + system) / 1e6
        }
        const search = searches(count)
        await load(port, search, { ms: 4000 }) // JIT warm-up
        const idle = await readCached(port, 1000)
        const before = await cpuSeconds()
        const { calls } = await load(port, search, { ms: 3000 })
        const capacity = calls / 3
        const between = await cpuSeconds()
        const reading = readCached(port, MS)
        const samples = await offer(port, search, capacity * FACTOR)
        const cached = await reading
        const after = await cpuSeconds()
        const good = samples.filter(({ status, ms }) => status === 200 && ms <= IN_TIME_MS)
        const refused = samples.filter(({ status }) => status === 503)
        const goodput = good.length / (after - between) / (calls / (between - before))
        console.log(
          [
            `shedding ${shedding}: capacity ${Math.round(calls / (between - before))} searches per CPU-second, offered ${(samples.length / (MS / 1000) / capacity).toFixed(1)} ×`,
            `goodput ${(goodput * 100).toFixed(0)} % (target ≥ 80 with shedding), p50 ${percentile(good, 0.5).toFixed(0)} ms, refused ${refused.length}`,
            `cached list: idle p50 ${percentile(idle, 0.5).toFixed(1)} ms; overloaded p50 ${percentile(cached, 0.5).toFixed(0)} ms, p99 ${percentile(cached, 0.99).toFixed(0)} ms`,
          ].join('\n  '),
        )
      },
      { SHEDDING: shedding },
    )
}

// Two words of a project, and a page that makes every search a cache miss.
function searches(count: number): Ask {
  const texts = [...generateWorld(Math.min(count, 2000))].map(
    ({ name, description }) => `${name} ${description}`.match(/\p{L}{4,}/gu) ?? [],
  )
  let n = 0
  return () => {
    const words = texts[(++n * 7919) % texts.length]!
    const text = `${words[(n * 31) % words.length]} ${words[(n * 17 + 5) % words.length]} ${n}`
    return request('POST', '/api/project/findmany', {}, JSON.stringify({ filters: { text } }))
  }
}

class Client {
  readonly socket: Socket
  private received = ''
  private sentAt = 0
  private answered: ((sample: Sample) => void) | null = null

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.setNoDelay(true)
    this.socket.on('error', () => this.done(0))
    this.socket.on('close', () => this.done(0))
    this.socket.on('data', (part) => this.read(part))
  }

  ask(bytes: Buffer): Promise<Sample> {
    this.received = ''
    this.sentAt = performance.now()
    this.socket.write(bytes)
    return new Promise((resolve) => {
      this.answered = resolve
    })
  }

  private read(part: Buffer): void {
    this.received += part.toString('latin1')
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.received)?.[1] ?? 0)
    if (this.received.length >= end + 4 + length) this.done(Number(this.received.slice(9, 12)))
  }

  private done(status: number): void {
    const { answered } = this
    this.answered = null
    answered?.({ status, ms: performance.now() - this.sentAt })
  }
}

async function offer(port: number, ask: Ask, perSecond: number): Promise<Sample[]> {
  const idle = Array.from({ length: CONNECTIONS }, () => new Client(port))
  const all = [...idle]
  const samples: Sample[] = []
  const startedAt = performance.now()
  let sent = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt
      if (elapsed > MS) {
        clearInterval(timer)
        return resolve()
      }
      for (const due = (elapsed / 1000) * perSecond; sent < due; sent++) {
        const client = idle.shift()
        // All are waiting: a call that could not be sent counts as not answered.
        if (client === undefined) samples.push({ status: 0, ms: Number.POSITIVE_INFINITY })
        else
          client.ask(ask(0)).then((sample) => {
            samples.push(sample)
            idle.push(client)
          })
      }
    }, TICK_MS)
  })
  const taken = [...samples]
  for (const { socket } of all) socket.destroy()
  return taken
}

async function readCached(port: number, ms: number): Promise<Sample[]> {
  const client = new Client(port)
  const samples: Sample[] = []
  const bytes = request('GET', '/api/project/active?pageSize=5')
  for (const end = performance.now() + ms; performance.now() < end; ) samples.push(await client.ask(bytes))
  client.socket.destroy()
  return samples
}
