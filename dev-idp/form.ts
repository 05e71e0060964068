import type { IncomingMessage } from 'node:http'

const LARGEST_FORM = 8 * 1024

/** The fields of a posted form; none when it is no form or too large. */
export async function readForm(message: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= LARGEST_FORM) parts.push(part)
  }
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(message.headers['content-type'] ?? '')
  return new URLSearchParams(isForm && size <= LARGEST_FORM ? Buffer.concat(parts).toString() : '')
}
