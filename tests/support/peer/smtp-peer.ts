import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

// A mail server that speaks SMTP over plain sockets and fails where its script says so.

export type Stage = 'connect' | 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'quit'
export type Fault =
  | { at: Stage; does: 'answer'; reply: string } // instead of its own answer
  | { at: Stage; does: 'hang' | 'drop' | 'slow'; takes?: boolean; afterBytes?: number } // takes: accepts the message first

export type Taken = { messageId: string; from: string; to: string; raw: string; isEncrypted: boolean }

export type PeerSettings = {
  script?: (connection: number) => Fault | null
  extensions?: string[]
  password?: { user: string; pass: string }
  certificate?: { key: string; cert: string }
  onTaken?: (message: Taken) => Promise<void> | void // awaited before the reply
  onStep?: (stage: Stage) => Promise<void> | void
  slowMs?: number
  isSloppy?: boolean // accepts DATA although it refused the sender or the recipient
}

export type SmtpPeer = {
  port: number
  url: string
  taken: Taken[]
  bodies: number // messages whose first byte arrived
  heard: string[] // command lines
  count(messageId: string): number
  close(): Promise<void>
}

export async function startPeer(settings: PeerSettings = {}): Promise<SmtpPeer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    connections += 1
    void converse(peer, settings, socket, settings.script?.(connections) ?? null)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const peer: SmtpPeer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken: [],
    bodies: 0,
    heard: [],
    count: (messageId) => peer.taken.filter((message) => message.messageId === messageId).length,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return peer
}

const END = '\r\n.\r\n'

async function converse(peer: SmtpPeer, settings: PeerSettings, plain: Socket, fault: Fault | null): Promise<void> {
  let socket = plain
  let waiting = ''
  let wake = () => {}
  const onData = (part: Buffer): void => {
    waiting += part.toString('latin1')
    wake()
  }
  const listenTo = (next: Socket): void => {
    socket = next
    socket.on('data', onData).on('error', () => {})
    socket.once('close', () => wake())
  }
  listenTo(plain)
  const more = async (): Promise<boolean> => {
    if (socket.destroyed || socket.readableEnded) return false
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    return !socket.destroyed
  }
  const line = async (): Promise<string | null> => {
    while (!waiting.includes('\r\n')) if (!(await more())) return null
    const end = waiting.indexOf('\r\n')
    const text = waiting.slice(0, end)
    waiting = waiting.slice(end + 2)
    return text
  }

  // Returns false if the connection is over.
  async function step(stage: Stage, answer: string, keep?: () => Promise<void>): Promise<boolean> {
    await settings.onStep?.(stage)
    if (fault?.at !== stage) {
      await keep?.()
      return !socket.destroyed && (answer === '' || socket.write(`${answer}\r\n`) || true)
    }
    if (fault.does === 'answer') {
      if (stage === 'mail' || stage === 'rcpt') envelope.isRefused = settings.isSloppy !== true
      return socket.write(`${fault.reply}\r\n`) || true
    }
    if (fault.takes) await keep?.()
    if (fault.does === 'drop') {
      socket.destroy()
      return false
    }
    if (fault.does === 'hang') return false
    if (!fault.takes) await keep?.()
    for (const byte of `${answer}\r\n`) {
      if (socket.destroyed) return false
      socket.write(byte)
      await new Promise((resolve) => setTimeout(resolve, settings.slowMs ?? 1000))
    }
    return true
  }

  const envelope = { from: '', to: '', isRefused: false }
  const isEncrypted = (): boolean => socket instanceof TLSSocket
  const extensions = (): string[] => [
    ...(settings.extensions ?? []),
    ...(settings.certificate && !isEncrypted() ? ['STARTTLS'] : []),
    ...(settings.password ? ['AUTH PLAIN'] : []),
  ]

  async function receive(): Promise<boolean> {
    const limit = fault?.at === 'body' ? (fault as { afterBytes?: number }).afterBytes : undefined
    let seen = false
    for (;;) {
      if (waiting.length > 0 && !seen) {
        seen = true
        peer.bodies += 1
      }
      if (limit !== undefined && waiting.length >= limit) return step('body', '')
      if (`\r\n${waiting}`.includes(END)) break
      if (!(await more())) return false
    }
    const end = `\r\n${waiting}`.indexOf(END)
    const raw = `\r\n${waiting}`.slice(2, end + 2)
    waiting = `\r\n${waiting}`.slice(end + END.length)
    const { from, to } = envelope
    const taken = { from, to, raw, isEncrypted: isEncrypted(), messageId: /^message-id: *(\S+)/im.exec(raw)?.[1] ?? '' }
    return step('dot', '250 2.0.0 taken', async () => {
      peer.taken.push(taken)
      await settings.onTaken?.(taken)
    })
  }

  if (!(await step('connect', ''))) return
  if (!(await step('greeting', '220 peer.test ESMTP'))) return
  for (let text = await line(); text !== null; text = await line()) {
    peer.heard.push(text)
    const verb = text.split(/[ :]/, 1)[0]!.toUpperCase()
    let goesOn = true
    if (envelope.isRefused && (verb === 'RCPT' || verb === 'DATA')) socket.write('503 5.5.1 no valid recipient\r\n')
    else if (verb === 'EHLO' || verb === 'HELO') {
      const lines = verb === 'HELO' ? ['peer.test'] : ['peer.test', ...extensions()]
      goesOn = await step('ehlo', lines.map((one, n) => `250${n === lines.length - 1 ? ' ' : '-'}${one}`).join('\r\n'))
    } else if (verb === 'STARTTLS' && settings.certificate === undefined) socket.write('502 5.5.1 unknown here\r\n')
    else if (verb === 'STARTTLS') {
      socket.write('220 go on\r\n')
      socket.removeAllListeners('data')
      listenTo(new TLSSocket(socket, { isServer: true, ...settings.certificate }))
    } else if (verb === 'AUTH') {
      const { user, pass } = settings.password!
      const isGood = text.split(' ')[2] === Buffer.from(`\0${user}\0${pass}`).toString('base64')
      goesOn = await step('auth', isGood ? '235 2.7.0 welcome' : '535 5.7.8 wrong password')
    } else if (verb === 'MAIL') {
      envelope.from = /<(.*)>/.exec(text)?.[1] ?? ''
      goesOn = await step('mail', '250 2.1.0 ok')
    } else if (verb === 'RCPT') {
      envelope.to = /<(.*)>/.exec(text)?.[1] ?? ''
      goesOn = await step('rcpt', '250 2.1.5 ok')
    } else if (verb === 'DATA') {
      goesOn = await step('data', '354 go on')
      const isBodyNext = goesOn && !(fault?.at === 'data' && fault.does === 'answer')
      if (isBodyNext) goesOn = await receive()
    } else if (verb === 'QUIT') {
      await step('quit', '221 bye')
      socket.end()
      return
    } else socket.write('500 what?\r\n')
    if (!goesOn) return
  }
}
