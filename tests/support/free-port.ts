import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server.unref(),
    () => null,
  )
}

/** Reserved by convention: below the ephemeral port range, and this process keeps listening on the port after it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_100 + 2 * randomInt(11_000)
    const neighbour = await listenOn(port + 1)
    if (neighbour === null) continue
    const server = await listenOn(port)
    if (server === null) neighbour.close()
    else {
      await once(server.close(), 'close')
      return port
    }
  }
}
