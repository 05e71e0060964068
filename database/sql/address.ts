import net from 'node:net'

export type Database = string | { host: string; port: number; user: string; database: string }
type Address = { connectionString?: string; host?: string; port?: number; user?: string; database?: string; isTlsPreferred?: boolean }

// sslmode as in libpq: up to `require` the connection is encrypted, but the server certificate is not verified.
export function addressOf(database: Database): Address {
  if (typeof database !== 'string') return database
  const url = new URL(database)
  const mode = url.searchParams.get('sslmode')
  const isTlsPreferred = mode === 'prefer' || mode === 'allow'
  if (isTlsPreferred) url.searchParams.set('sslmode', 'prefer')
  if (isTlsPreferred || mode === 'require') url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href, isTlsPreferred }
}

const CANCEL_MS = 2000
const CANCEL_REQUEST = 80_877_102 // of the protocol

/** Asks the server to cancel what a session runs. */
export function sendCancel({ host, port }: { host: string; port: number }, processId: number, secretKey: number): void {
  const message = Buffer.alloc(16)
  for (const [n, value] of [16, CANCEL_REQUEST, processId, secretKey].entries()) message.writeInt32BE(value | 0, n * 4)
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  socket.on('error', () => {}).setTimeout(CANCEL_MS, () => socket.destroy())
  socket.end(message)
}
