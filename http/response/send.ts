import { type Call, finish, languageOf, writeHead } from '#http/call.ts'
import { trySendOverloaded } from '#http/limits/overloaded.ts'
import type { Reply } from '#http/page/browser-routes.ts'
import type { Answer } from '#http/run-endpoint.ts'
import { type CachedResponse, writeCached } from './cached-response.ts'
import { isFileBytes, sendFile } from './download.ts'
import { isEventStream, type Streams } from './event-stream.ts'
import { problemOf, refusalOf } from './problem.ts'

// The send step: writes the response of a call and its log line.
export function send(call: Call, answer: Answer): void | Promise<void> {
  if (answer === null) return sendReply(call, { status: 204, headers: [['Cache-Control', 'no-store']] })
  if (isFileBytes(answer)) return sendFile(call, answer)
  if (isEventStream(answer)) return openStream(call, answer.streams)
  return sendCached(call, answer)
}

export function sendCached(call: Call, response: CachedResponse): void {
  if (call.server.isDraining()) call.response.shouldKeepAlive = false
  const { status, size } = writeCached(call, response)
  endIfStalled(call)
  call.server.log(call, status, size)
}

// Node sets another timeout once the response has been sent.
function endIfStalled({ response: { socket }, server }: Call): void {
  if (socket?.writableNeedDrain) socket.setTimeout(server.stallMs)
}

export function sendReply(call: Call, { status, headers, body }: Reply): void {
  const size = body === undefined ? 0 : Buffer.byteLength(body)
  writeHead(call, status, headers.flat().concat(status === 204 ? [] : ['Content-Length', String(size)]))
  finish(call, status, body, size)
  endIfStalled(call)
}

// An open stream needs no more processing: it is not counted against the concurrency limit.
function openStream(call: Call, streams: Streams): void {
  streams.add(call)
  call.server.count(call, 200)
  call.response.once('close', () => call.server.log(call, 200, 0))
  call.release()
}

/** All errors are rendered here. */
export function sendProblem(call: Call, error: unknown): void {
  const { app, isOauth, log, noteFault } = call.server
  const { locale, languages } = app.settings
  const refusal = refusalOf(error)
  noteFault(call.id, error, refusal.code)
  call.code = refusal.code
  if (refusal.code === 'overloaded' && !call.response.destroyed && Object.keys(refusal.headers).length === 0) {
    const size = trySendOverloaded(call)
    if (size !== null) return log(call, 503, size)
  }
  const language = languageOf(call.message, locale, languages)
  const { status, headers, body } = problemOf(refusal, language, call.id, app.config.docsUrl, isOauth(call.url))
  if (call.response.headersSent || call.response.destroyed) {
    call.response.destroy()
    return log(call, status, 0)
  }
  const size = Buffer.byteLength(body)
  writeHead(call, status, [...Object.entries(headers).flat(), 'Vary', 'Accept-Language', 'Content-Length', String(size)])
  finish(call, status, body, size)
}
