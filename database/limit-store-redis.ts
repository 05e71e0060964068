import { createClient } from '@redis/client'
import { type Demand, LIMIT_STORE_MS, type LimitStore, type Spending } from './limit-store.ts'

// The rate limits of all processes in Redis or Valkey. Each call is one script, so nothing can happen between reading and writing. A value has
// two times in milliseconds: when the bucket is empty, and when it was written; the key expires at the first.

const PREFIX = 'projectory:limit:'
const CONNECT_MS = 2000
const MOST_WAITING = 1000 // commands
const LONGEST_PAUSE_MS = 5000 // between two attempts to connect

// A value written in the future: the clock of the server was set back. No time has passed then, and the value is written again.
const access = `local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function set(key, full)
  redis.call('SET', key, string.format('%.3f %.3f', full, now), 'PX', math.max(1, math.ceil(full - now)))
end
local function get(key)
  local full, written = string.match(redis.call('GET', key) or '', '^(%S+) (%S+)$')
  if not full then return nil end
  local early = math.max(tonumber(written) - now, 0)
  if early > 0 then set(key, full - early) end
  return full - early
end
`
// ARGV: added and ahead of each key.
const addScript = `${access}
local ahead = {}
for n, key in ipairs(KEYS) do
  local full = now + tonumber(ARGV[n * 2])
  local stored = get(key)
  if stored then full = math.max(full, stored + tonumber(ARGV[n * 2 - 1])) end
  if full > now then set(key, full) end
  ahead[n] = string.format('%.3f', full - now)
end
return ahead`
// ARGV: interval, tolerance and known time ahead of each key. The first element of the answer is 1 when all were spent.
const spendScript = `${access}
local answer = { 1 }
for n, key in ipairs(KEYS) do
  local ahead = math.max((get(key) or 0) - now, tonumber(ARGV[n * 3]), 0)
  if ahead + tonumber(ARGV[n * 3 - 2]) > tonumber(ARGV[n * 3 - 1]) then answer[1] = 0 end
  answer[n + 1] = ahead
end
for n, key in ipairs(KEYS) do
  if answer[1] == 1 then
    answer[n + 1] = answer[n + 1] + tonumber(ARGV[n * 3 - 2])
    set(key, now + answer[n + 1])
  end
  answer[n + 1] = string.format('%.3f', answer[n + 1])
end
return answer`

type Client = ReturnType<typeof createClient>
type Script = { text: string; sha: string | null }

/** `onError` gets the errors of the connection, which is opened again by itself. */
export function openRedisLimitStore(url: string, onError: (error: Error) => void, timeoutMs = LIMIT_STORE_MS): LimitStore {
  const scripts = { add: { text: addScript, sha: null } as Script, spend: { text: spendScript, sha: null } as Script }
  let isClosed = false
  const connected = new WeakSet<Client>()
  let client = open()

  function open(): Client {
    const opened = createClient({
      url,
      disableOfflineQueue: true, // without a connection a command fails at once
      commandsQueueMaxLength: MOST_WAITING,
      socket: {
        connectTimeout: CONNECT_MS,
        reconnectStrategy: (attempts) => !isClosed && Math.min(50 * 2 ** attempts, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
      },
    })
    // Without a listener an error would end the process.
    opened.on('error', (error: Error) => isClosed || onError(error))
    opened.on('connect', () => {
      connected.add(opened as Client)
      if (isClosed) opened.destroy()
    })
    opened.on('reconnecting', () => {
      connected.delete(opened as Client)
      if (isClosed && opened.isOpen) opened.destroy()
    })
    opened.connect().catch(() => {}) // reported to the listener; the client tries again
    return opened as Client
  }

  // A connection that does not answer is replaced: a stopped server keeps it open for hours.
  function replace(silent: Client): void {
    if (silent !== client || isClosed) return
    silent.destroy()
    client = open()
  }

  async function run(script: Script, keys: string[], values: number[]): Promise<string[]> {
    const asked = client
    const timer = setTimeout(() => replace(asked), timeoutMs)
    const input = { keys: keys.map((key) => PREFIX + key), arguments: values.map(String) }
    try {
      return (await evaluate(asked, script, input)) as string[]
    } finally {
      clearTimeout(timer)
    }
  }

  const keysOf = (items: { key: string }[]): string[] => items.map(({ key }) => key)

  return {
    async add(spendings: Spending[]) {
      const values = spendings.flatMap(({ addedMs, aheadMs }) => [addedMs, aheadMs])
      return (await run(scripts.add, keysOf(spendings), values)).map(Number)
    },
    async spend(demands: Demand[]) {
      const values = demands.flatMap(({ intervalMs, toleranceMs, aheadMs }) => [intervalMs, toleranceMs, aheadMs])
      const [isAllowed, ...aheadMs] = await run(scripts.spend, keysOf(demands), values)
      return { isAllowed: Number(isAllowed) === 1, aheadMs: aheadMs.map(Number) }
    },
    sweep: async () => {}, // keys expire
    async close() {
      isClosed = true
      if (connected.has(client) && client.isOpen) client.destroy() // one that is connecting would stay open: it is destroyed when it is connected
    },
  }
}

/** For `doctor`: rejects with the reason why the server cannot be used. */
export async function checkRedis(url: string): Promise<void> {
  const socket = { connectTimeout: CONNECT_MS, socketTimeout: CONNECT_MS, reconnectStrategy: false } as const
  const client = createClient({ url, socket })
  client.on('error', () => {}) // the calls below are rejected with it
  try {
    await client.connect()
    await client.eval(addScript, { keys: [], arguments: [] })
  } finally {
    if (client.isOpen) client.destroy()
  }
}

// The server keeps scripts until it restarts.
async function evaluate(client: Client, script: Script, input: { keys: string[]; arguments: string[] }): Promise<unknown> {
  script.sha ??= await client.scriptLoad(script.text)
  try {
    return await client.evalSha(script.sha, input)
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
    return client.eval(script.text, input)
  }
}
