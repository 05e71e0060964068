import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parse } from 'secure-json-parse'
import type { Call } from '#http/call.ts'
import { resources } from '#http/limits/resources.ts'
import { Refusal } from '#http/response/problem.ts'

const SECONDS_TO_ARRIVE = resources.bodyReaders.deadlineMs / 1000

export function isPlainJson({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '') && (encoding === undefined || encoding === 'identity')
}

/** Reads the body of a call, within the share of its address. */
export async function receiveBody({ message, ip, server }: Call, limit: number): Promise<Buffer> {
  const release = server.bodyReaders.acquire({ address: ip })
  try {
    return await readBody(message, limit)
  } finally {
    release()
  }
}

export function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const fail = (refusal: Refusal): void => {
      clearTimeout(timer)
      message.off('data', onData)
      // The rest is discarded; the connection closes after the response.
      message.resume()
      reject(refusal)
    }
    const tooLarge = () => fail(new Refusal('body_too_large', { limit }, { headers: { connection: 'close' } }))
    const onData = (part: Buffer): void => {
      size += part.length
      if (size > limit) tooLarge()
      else parts.push(part)
    }
    const timer = setTimeout(() => {
      fail(new Refusal('request_timeout', { seconds: SECONDS_TO_ARRIVE }, { headers: { connection: 'close' } }))
    }, SECONDS_TO_ARRIVE * 1000)
    if (Number(message.headers['content-length'] ?? 0) > limit) return tooLarge()
    message.on('data', onData)
    message.once('end', () => {
      clearTimeout(timer)
      resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    })
    // The caller hung up or sent invalid HTTP: not an error of the service.
    message.once('error', () => {
      clearTimeout(timer)
      reject(new Refusal('bad_http'))
    })
  })
}

// An empty body counts as {}.
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  if (!isUtf8(body)) throw new Refusal('malformed_json', { why: 'not UTF-8' })
  try {
    return parse(body.toString('utf8'), { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    throw new Refusal('malformed_json', { why: (error as Error).message.slice(0, 100) })
  }
}
