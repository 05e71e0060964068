import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import type { Database } from '#store/sql.ts'

type Address = Exclude<Database, string>
type Pair = { near: net.Socket; far: net.Socket; isSilent: boolean }

/** What the client sends passes this before it goes on: 'cut' sends it and ends the connection before the answer comes back. */
type Watch = (sent: string) => 'cut' | 'pass'

export type DatabaseProxy = Awaited<ReturnType<typeof startProxy>>

// A network between the service and its PostgreSQL, whose faults a test decides.
export async function startProxy(target: Address) {
  const pairs = new Set<Pair>()
  let isFrozen = false
  let watch: Watch = () => 'pass'

  const server = net.createServer((near) => {
    const far = net.connect(join(target.host, `.s.PGSQL.${target.port}`))
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
      if (watch(part.toString('latin1')) === 'pass') return void far.write(part)
      pair.isSilent = true // the answer is lost
      far.write(part)
      far.once('data', end)
    })
    far.on('data', (part) => pair.isSilent || near.write(part))
    if (isFrozen) pause(pair)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  const pause = ({ near, far }: Pair) => {
    near.pause()
    far.pause()
  }

  return {
    /** The address of the proxy. */
    get address(): Address {
      return { ...target, host: '127.0.0.1', port: (server.address() as net.AddressInfo).port }
    },
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
    set onSent(given: Watch) {
      watch = given
    },
    close(): void {
      for (const { near } of pairs) near.destroy()
      server.close()
    },
  }
}
