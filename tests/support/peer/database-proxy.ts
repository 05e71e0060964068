import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import type { Database } from '#database/sql.ts'

type Address = Exclude<Database, string>
type Pair = { near: net.Socket; far: net.Socket; isSilent: boolean }

/** What happens to data of the client: it passes, or it is lost, or its answer is lost; the connection ends in the last two cases. */
type Watch = (sent: string) => 'pass' | 'lose' | 'lose answer'

export type DatabaseProxy = Awaited<ReturnType<typeof startProxy>>

// A network between the service and its PostgreSQL, whose faults a test decides. Without notifications it is like a pooler that gives every
// transaction another connection.
export async function startProxy(target: Address, port = 0, { losesNotifications = false } = {}) {
  const pairs = new Set<Pair>()
  const accepted = new Set<net.Socket>() // while frozen
  let isFrozen = false
  let isRefusing = false
  let watch: Watch = () => 'pass'

  // While frozen, a connection reaches no server: clients that give up would leave theirs behind.
  const server = net.createServer((near) => {
    if (isRefusing) return void near.destroy()
    if (isFrozen) return void accepted.add(near.pause().on('error', () => near.destroy()))
    join(near)
  })

  function join(near: net.Socket): void {
    const far = net.connect(path.join(target.host, `.s.PGSQL.${target.port}`))
    const pair: Pair = { near, far, isSilent: false }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (part) => {
      if (pair.isSilent) return
      const fate = watch(part.toString('latin1'))
      if (fate === 'lose') return end()
      far.write(part)
      if (fate === 'pass') return
      pair.isSilent = true
      far.once('data', end)
    })
    const passed = losesNotifications ? createNotificationFilter() : (part: Buffer) => part
    far.on('data', (part) => pair.isSilent || near.write(passed(part)))
  }
  await once(server.listen(port, '127.0.0.1'), 'listening')

  const pause = ({ near, far }: Pair) => {
    near.pause()
    far.pause()
  }

  return {
    /** The address of the proxy. */
    get address(): Address {
      return { ...target, host: '127.0.0.1', port: (server.address() as net.AddressInfo).port }
    },
    /** How many connections are open. */
    count: () => pairs.size,
    /** The open connections lose everything in both directions; new ones work. */
    silence(): void {
      for (const pair of pairs) pair.isSilent = true
    },
    /** Like a server that is stopped: connections are accepted, and nothing is answered until `thaw`. */
    freeze(): void {
      isFrozen = true
      for (const pair of pairs) pause(pair)
    },
    thaw(): void {
      isFrozen = false
      for (const near of accepted) {
        join(near)
        near.resume()
      }
      accepted.clear()
      for (const { near, far } of pairs) {
        near.resume()
        far.resume()
      }
    },
    /** Another server takes over the address; the open connections end. */
    moveTo(other: Address): void {
      target = other
      for (const { near } of pairs) near.destroy()
    },
    /** Calls this once for the next data that contains the text. */
    onNext(text: string, decide: Watch): void {
      watch = (sent) => {
        if (!sent.includes(text)) return 'pass'
        watch = () => 'pass'
        return decide(sent)
      }
    },
    /** The open connections end, and new ones are refused until `accept`. */
    refuse(): void {
      isRefusing = true
      for (const { near } of pairs) near.destroy()
    },
    accept(): void {
      isRefusing = false
    },
    close(): void {
      for (const near of accepted) near.destroy()
      for (const { near } of pairs) near.destroy()
      server.close()
    },
  }
}

const NOTIFICATION = 'A'.charCodeAt(0)

/** Takes the notifications out of what a server sends: messages of a letter and a length. */
function createNotificationFilter(): (part: Buffer) => Buffer {
  let unread = Buffer.alloc(0)
  return (part) => {
    unread = Buffer.concat([unread, part])
    const kept: Buffer[] = []
    while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
      const length = 1 + unread.readUInt32BE(1)
      if (unread[0] !== NOTIFICATION) kept.push(unread.subarray(0, length))
      unread = unread.subarray(length)
    }
    return Buffer.concat(kept)
  }
}
