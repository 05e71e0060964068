import { isIPv4 } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { classifyReply, type Step } from '#rules/mail/mail.ts'
import type { Outcome, ReadyMail, Transport } from './mail.ts'

export type SmtpTiming = {
  connectMs: number
  greetingMs: number
  stallMs: number // a server that has not answered for this time no longer holds up other emails
  replyMs: number // the longest wait for an answer before the message is sent
  silenceMs: number // and after it: giving up then leaves the outcome unknown
  wholeMs: number
}

const standard: SmtpTiming = {
  connectMs: 20_000,
  greetingMs: 30_000,
  stallMs: 5000,
  replyMs: 30_000,
  silenceMs: 120_000,
  wholeMs: 300_000,
}

type Settings = {
  host: string
  port: number
  isSecure: boolean
  isTlsRequired: boolean
  auth: { user: string; pass: string } | null
}

/** smtps: implicit TLS; smtp: STARTTLS if the server offers it, required if there is a password. */
export function readSmtpUrl(text: string): Settings {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isLoopback = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  const isSecure = url.protocol === 'smtps:'
  const auth = url.username === '' ? null : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const port = Number(url.port) || (isSecure ? 465 : auth ? 587 : 25)
  return { host, port, isSecure, isTlsRequired: !isSecure && auth !== null && !isLoopback, auth }
}

/** One connection per email: the outcome of one does not affect the next. */
export function createSmtp({ url, timing }: { url: string; timing?: Partial<SmtpTiming> }): Transport {
  const settings = readSmtpUrl(url)
  const timeouts = { ...standard, ...timing }
  return { deliver: (mail, commit, onSilent = () => {}) => attempt(settings, timeouts, { mail, commit, onSilent }) }
}

type SmtpError = Error & { responseCode?: number; response?: string; command?: string; code?: string }

type Job = { mail: ReadyMail; commit: () => Promise<boolean>; onSilent: () => void }

function attempt(settings: Settings, timing: SmtpTiming, { mail, commit, onSilent }: Job): Promise<Outcome> {
  const connection = connectionTo(settings, timing)
  let isReached = false
  return new Promise((resolve) => {
    let isOver = false
    const late = (ms: number): void => end({ kind: 'lost', reply: `timed out after ${ms / 1000} s`, isSilent: true })
    const stalled = setTimeout(onSilent, timing.stallMs)
    const unanswered = setTimeout(() => late(timing.replyMs), timing.replyMs)
    const onAnswer = (): void => {
      if (isOver) return
      stalled.refresh()
      unanswered.refresh()
    }
    const body = bodyOf(mail.raw, () => {
      stalled.refresh()
      clearTimeout(unanswered) // from here on silenceMs counts
      return commit()
    })
    const end = (outcome: Outcome): void => {
      if (isOver) return
      isOver = true
      for (const timer of [deadline, stalled, unanswered]) clearTimeout(timer)
      body.stream.destroy()
      closeConnection(connection, outcome.kind === 'accepted')
      // Await the pending commit, so that the outcome cannot change after it.
      body.committed().then(() => resolve(outcome.kind === 'lost' ? { ...outcome, isUntouched: !body.hasBegun() } : outcome))
    }
    const fail = (error: SmtpError): void => end(outcomeOf(error, isReached))
    const deadline = setTimeout(() => late(timing.wholeMs), timing.wholeMs)

    connection.on('error', fail)
    // On `end` the error event with the reason may still follow.
    connection.once('end', () => setImmediate(fail, new Error('the connection was closed')))
    const send = (): void => {
      isReached = true
      onAnswer()
      const envelope = { ...mail.envelope, size: mail.raw.length }
      connection.send(envelope, body.stream, (error, info) => {
        if (error) fail(error)
        else if (!body.isWhole()) end({ kind: 'lost', reply: `replied before the end of the message: ${info.response}` })
        else end({ kind: 'accepted', reply: info.response })
      })
    }
    connection.connect((error) => {
      if (error) return fail(error)
      onAnswer()
      const { auth } = settings
      if (auth === null) return send()
      if (!connection.allowsAuth) return end({ kind: 'postponed', reply: 'the server does not offer authentication', isServer: true })
      connection.login(auth, (error) => (error ? fail(error) : send()))
    })
  })
}

export function connectionTo({ host, port, isSecure, isTlsRequired }: Settings, timing: SmtpTiming): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: isSecure,
    requireTLS: isTlsRequired,
    // With opportunistic STARTTLS a man in the middle could hide the offer anyway, so the certificate is verified only if TLS is required.
    tls: { rejectUnauthorized: isSecure || isTlsRequired, minVersion: 'TLSv1.2' },
    connectionTimeout: timing.connectMs,
    greetingTimeout: timing.greetingMs,
    socketTimeout: timing.silenceMs,
    dnsTimeout: timing.connectMs,
    maxResponseSize: 65_536,
  })
}

// The stream is first read when the server waits for the message (after 354): the last moment to commit.
function bodyOf(raw: Buffer, commit: () => Promise<boolean>) {
  let committed: Promise<void> = Promise.resolve()
  let hasBegun = false
  const stream = new Readable({
    read() {
      committed = commit().then(
        (maySend) => {
          if (stream.destroyed) return
          if (!maySend) return void stream.destroy(new Error('the email was claimed by another worker'))
          hasBegun = true
          stream.push(raw)
          stream.push(null)
        },
        (error: Error) => void stream.destroy(new Error(`the commit failed: ${error.message}`)),
      )
    },
  })
  stream.on('error', () => {})
  return { stream, committed: () => committed, hasBegun: () => hasBegun, isWhole: () => stream.readableEnded }
}

function outcomeOf(error: SmtpError, isReached: boolean): Outcome {
  const { responseCode, response, command, code } = error
  const reply = response ?? error.message
  if (responseCode !== undefined && responseCode >= 400) return { ...classifyReply(responseCode, reply, stepOf(isReached, command)), reply }
  // Errors of the client library before sending: the message exceeds SIZE, or the address is invalid.
  if (isReached && !response && (code === 'EMESSAGE' || code === 'EENVELOPE')) return { kind: 'refused', reply, isAddress: false }
  return { kind: 'lost', reply, isSilent: code === 'ETIMEDOUT' }
}

function stepOf(isReached: boolean, command: string | undefined): Step {
  if (!isReached) return 'reaching'
  return command === 'RCPT TO' ? 'address' : command === 'MAIL FROM' ? 'naming' : 'leaving'
}

const QUIT_TIMEOUT_MS = 1000

// After acceptance a failed QUIT does not matter; otherwise close at once, so that nothing more is sent.
function closeConnection(connection: SMTPConnection, isAccepted: boolean): void {
  const destroy = (): void => {
    if (connection._socket) connection._socket.destroy()
  }
  if (!isAccepted) {
    connection.close()
    return destroy()
  }
  connection.quit()
  const late = setTimeout(() => {
    connection.close()
    destroy()
  }, QUIT_TIMEOUT_MS)
  connection.once('end', () => clearTimeout(late))
}
