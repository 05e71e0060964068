import type { IncomingMessage } from 'node:http'

const MAX_FORM_BYTES = 8 * 1024

/** The fields of a posted form; empty for another content type or a body that is too large. */
export async function readForm(message: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_FORM_BYTES) parts.push(part)
  }
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(message.headers['content-type'] ?? '')
  return new URLSearchParams(isForm && size <= MAX_FORM_BYTES ? Buffer.concat(parts).toString() : '')
}
