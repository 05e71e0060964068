import { isIPv4 } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { classifyReply, type Step } from '#rules/mail.ts'
import type { Outcome, ReadyMail, Transport } from './mail.ts'

export type SmtpTiming = { connectMs: number; greetingMs: number; silenceMs: number; wholeMs: number }

const standard: SmtpTiming = { connectMs: 20_000, greetingMs: 30_000, silenceMs: 120_000, wholeMs: 300_000 }

type Settings = {
  host: string
  port: number
  isSecure: boolean
  isTlsRequired: boolean
  auth: { user: string; pass: string } | null
}

/** smtps: encrypted from the first byte; smtp: where the server offers it, and without fail where a password travels. */
export function readSmtpUrl(text: string): Settings {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isHere = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  const isSecure = url.protocol === 'smtps:'
  const auth = url.username === '' ? null : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const port = Number(url.port) || (isSecure ? 465 : auth ? 587 : 25)
  return { host, port, isSecure, isTlsRequired: !isSecure && auth !== null && !isHere, auth }
}

/** One connection per letter: how the other side takes one says nothing about the next. */
export function createSmtp({ url, timing }: { url: string; timing?: Partial<SmtpTiming> }): Transport {
  const settings = readSmtpUrl(url)
  const patience = { ...standard, ...timing }
  return { deliver: (mail, commit) => attempt(settings, patience, mail, commit) }
}

type SmtpError = Error & { responseCode?: number; response?: string; command?: string; code?: string }

function attempt(settings: Settings, timing: SmtpTiming, mail: ReadyMail, commit: () => Promise<boolean>): Promise<Outcome> {
  const connection = connectionTo(settings, timing)
  const body = bodyOf(mail.raw, commit)
  let isReached = false
  return new Promise((resolve) => {
    let isOver = false
    const end = (outcome: Outcome): void => {
      if (isOver) return
      isOver = true
      clearTimeout(deadline)
      body.stream.destroy()
      hangUp(connection, outcome.kind === 'accepted')
      // Whoever was asked for leave is still answering: what is said now must not change after it.
      body.asked().then(() => resolve(outcome.kind === 'lost' ? { ...outcome, isUntouched: !body.hasBegun() } : outcome))
    }
    const fail = (error: SmtpError): void => end(outcomeOf(error, isReached))
    const deadline = setTimeout(() => end({ kind: 'lost', reply: `it took longer than ${timing.wholeMs / 1000} s` }), timing.wholeMs)

    connection.on('error', fail)
    // It may end on its own account with the reason only just coming.
    connection.once('end', () => setImmediate(fail, new Error('the connection ended')))
    const send = (): void => {
      isReached = true
      const envelope = { ...mail.envelope, size: mail.raw.length }
      connection.send(envelope, body.stream, (error, info) => {
        if (error) fail(error)
        else if (!body.isWhole()) end({ kind: 'lost', reply: `answered before the end: ${info.response}` })
        else end({ kind: 'accepted', reply: info.response })
      })
    }
    connection.connect((error) => {
      if (error) return fail(error)
      const { auth } = settings
      if (auth === null) return send()
      if (!connection.allowsAuth) return end({ kind: 'postponed', reply: 'the server offers no sign-in', isServer: true })
      connection.login(auth, (error) => (error ? fail(error) : send()))
    })
  })
}

function connectionTo({ host, port, isSecure, isTlsRequired }: Settings, timing: SmtpTiming): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: isSecure,
    requireTLS: isTlsRequired,
    // Who could forge the certificate could as well hide that encryption is offered: checked where we insist on it.
    tls: { rejectUnauthorized: isSecure || isTlsRequired, minVersion: 'TLSv1.2' },
    connectionTimeout: timing.connectMs,
    greetingTimeout: timing.greetingMs,
    socketTimeout: timing.silenceMs,
    dnsTimeout: timing.connectMs,
    maxResponseSize: 65_536,
  })
}

// Read for the first time when the other side waits for the letter: that is the last moment to ask whether it may still leave.
function bodyOf(raw: Buffer, commit: () => Promise<boolean>) {
  let asked: Promise<void> = Promise.resolve()
  let hasBegun = false
  const stream = new Readable({
    read() {
      asked = commit().then(
        (mayLeave) => {
          if (stream.destroyed) return
          if (!mayLeave) return void stream.destroy(new Error('the letter is in other hands'))
          hasBegun = true
          stream.push(raw)
          stream.push(null)
        },
        (error: Error) => void stream.destroy(new Error(`nobody could say whether it may leave: ${error.message}`)),
      )
    },
  })
  stream.on('error', () => {})
  return { stream, asked: () => asked, hasBegun: () => hasBegun, isWhole: () => stream.readableEnded }
}

function outcomeOf(error: SmtpError, isReached: boolean): Outcome {
  const { responseCode, response, command, code } = error
  const reply = response ?? error.message
  if (responseCode !== undefined && responseCode >= 400) return { ...classifyReply(responseCode, reply, stepOf(isReached, command)), reply }
  // Not a word of the server's: it does not take letters of this size, or the address is none.
  if (isReached && !response && (code === 'EMESSAGE' || code === 'EENVELOPE')) return { kind: 'refused', reply, isAddress: false }
  return { kind: 'lost', reply }
}

function stepOf(isReached: boolean, command: string | undefined): Step {
  if (!isReached) return 'reaching'
  return command === 'RCPT TO' ? 'address' : command === 'MAIL FROM' ? 'naming' : 'leaving'
}

const FAREWELL_MS = 1000

// A letter that was taken is taken, whatever becomes of the farewell; all else ends at once, so that nothing more can leave.
function hangUp(connection: SMTPConnection, isPolite: boolean): void {
  const destroy = (): void => {
    if (connection._socket) connection._socket.destroy()
  }
  if (!isPolite) {
    connection.close()
    return destroy()
  }
  connection.quit()
  const late = setTimeout(() => {
    connection.close()
    destroy()
  }, FAREWELL_MS)
  connection.once('end', () => clearTimeout(late))
}
