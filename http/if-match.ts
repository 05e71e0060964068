import type { IncomingMessage } from 'node:http'
import type { Static, TSchema } from 'typebox'
import { etagOf } from './cached-response.ts'
import { Refusal } from './problem.ts'
import { writerOf } from './writer.ts'

// If-Match on a change: refused unless the thing is still what the caller has seen. What they have seen is named by the ETag of an answer
// that showed it, so the present state is written out the same way and compared.

export type RefuseIfChanged = <S extends TSchema>(schema: S, present: Static<S>) => void

export const refuseIfChanged =
  (message: IncomingMessage): RefuseIfChanged =>
  (schema, present) => {
    const given = message.headers['if-match']
    if (given === undefined || given.trim() === '*') return
    const etag = etagOf(Buffer.from(writerOf(schema)(present)))
    // A proxy that packs answers weakens the name; the suffix is ours (RFC 9110 13.1.1 would refuse both).
    const named = given.split(',').map((one) =>
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/^"|(?:-br|-gzip)?"$/g, ''),
    )
    if (!named.includes(etag)) throw new Refusal('precondition_failed', {}, { headers: { etag: `"${etag}"` } })
  }
