import type { IncomingMessage } from 'node:http'
import type { Static, TSchema } from 'typebox'
import { etagOf } from '#http/response/cached-response.ts'
import { Refusal } from '#http/response/problem.ts'
import { writerOf } from '#http/response/writer.ts'

// Optimistic concurrency with If-Match: a change is refused unless the caller has the ETag of the current state. That ETag is computed by
// serialising the current state with the schema of the answer that sent it.

export type RefuseIfChanged = <S extends TSchema>(schema: S, current: Static<S>) => void

export const refuseIfChanged =
  (message: IncomingMessage): RefuseIfChanged =>
  (schema, current) => {
    const given = message.headers['if-match']
    if (given === undefined || given.trim() === '*') return
    const etag = etagOf(Buffer.from(writerOf(schema)(current)))
    // Ignores W/, which compressing proxies add, and our encoding suffix. RFC 9110 13.1.1 would refuse both.
    const etags = given.split(',').map((one) =>
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/^"|(?:-br|-gzip)?"$/g, ''),
    )
    if (!etags.includes(etag)) throw new Refusal('precondition_failed', {}, { headers: { etag: `"${etag}"` } })
  }
