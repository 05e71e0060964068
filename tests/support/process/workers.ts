import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { connect, type Sql } from '#database/sql.ts'

// For tests of a service with several workers.

export type NodeSeen = { pid: number; worker: number; parts: string; isLeader: boolean }

/** Another client of the embedded database of a running service, like psql. */
export const openEmbedded = (dataDir: string): Sql =>
  connect(
    { host: readFileSync(join(dataDir, 'postgres', 'socket'), 'utf8').trim(), port: 5432, user: 'projectory', database: 'projectory' },
    { max: 1, connectTimeout: 30_000 },
  )

export const listNodes = async (sql: Sql): Promise<NodeSeen[]> =>
  sql<
    NodeSeen[]
  >`select pid, worker, parts, is_leader as "isLeader" from node where seen_at > now() - interval '12 seconds' order by worker, started_at`

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
type Sent = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent | false }

/** On a connection of its own, unless an agent is given: connections are distributed over the workers in turn. */
export const callOnce = (url: string, { method = 'GET', headers = {}, body, agent = false }: Sent = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Clients that read in a loop, on connections that stay open, until they are stopped. Returns how many calls succeeded and what failed. */
export function startReading(url: string, clients = 6): { stop(): Promise<{ good: number; bad: string[] }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let isOver = false
  let good = 0
  const bad: string[] = []
  const loops = Array.from({ length: clients }, async () => {
    while (!isOver) {
      const outcome = await callOnce(url, { agent }).then(
        ({ status }) => (status === 200 ? null : `status ${status}`),
        (error) => `${error.code ?? error.message}`,
      )
      if (outcome === null) good++
      else bad.push(outcome)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(loops)
      agent.destroy()
      return { good, bad }
    },
  }
}
