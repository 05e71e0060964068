import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { storageDeadlines } from './guard.ts'
import type { S3Address } from './s3-address.ts'
import { createS3Client } from './s3-client.ts'
import { isAbsent, retried } from './s3-put.ts'

const PART_BYTES = 8 * 1024 * 1024
const PART_MS = 120_000 // for one call, such as a part
const GROWS_AFTER = 1000 // parts; an upload has at most 10,000

/** Objects by name below the prefix of an address, streamed. An object appears only when it is complete. */
export function createS3Objects(address: S3Address) {
  const { bucket, prefix } = address
  const client = createS3Client(address, { ...storageDeadlines, keepMs: PART_MS })
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })

  async function size(name: string): Promise<number | undefined> {
    try {
      return (await client.send(new HeadObjectCommand(at(name)))).ContentLength
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  async function putParts(name: string, parts: AsyncIterator<Buffer>, first: Buffer, second: Buffer): Promise<void> {
    const { UploadId } = await retried(() => client.send(new CreateMultipartUploadCommand(at(name))))
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = []
      const send = async (Body: Buffer) => {
        const part = { ...at(name), UploadId, PartNumber: Parts.length + 1, Body, ContentLength: Body.length }
        const { ETag } = await retried(() => client.send(new UploadPartCommand(part)))
        Parts.push({ ETag, PartNumber: part.PartNumber })
      }
      await send(first)
      await send(second)
      for (let next = await parts.next(); !next.done; next = await parts.next()) await send(next.value)
      await retried(() => client.send(new CompleteMultipartUploadCommand({ ...at(name), UploadId, MultipartUpload: { Parts } })))
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId })).catch(() => {})
      throw error
    }
  }

  return {
    size,
    /** Returns the number of bytes. */
    async put(name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
      let total = 0
      const parts = inParts(source, (bytes) => {
        total += bytes
      })
      const first = await parts.next()
      const body = first.done ? Buffer.alloc(0) : first.value
      const second = first.done ? first : await parts.next()
      if (second.done) await retried(() => client.send(new PutObjectCommand({ ...at(name), Body: body, ContentLength: body.length })))
      else await putParts(name, parts, body, second.value)
      const stored = await size(name)
      if (stored !== total) throw new Error(`${name} has ${stored} bytes in the bucket instead of ${total}`)
      return total
    },
    async get(name: string): Promise<Readable | undefined> {
      try {
        return (await client.send(new GetObjectCommand(at(name)))).Body as Readable
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async *list(): AsyncGenerator<{ name: string; bytes: number; at: Date }> {
      let token: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
          yield { name: Key.slice(prefix.length), bytes: Size, at: LastModified }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
    async remove(name: string): Promise<void> {
      await client.send(new DeleteObjectCommand(at(name)))
    },
  }
}

async function* inParts(source: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  let made = 0
  for await (const part of source) {
    count(part.length)
    held.push(part)
    bytes += part.length
    if (bytes < PART_BYTES * (1 + Math.floor(made / GROWS_AFTER))) continue
    yield Buffer.concat(held)
    made++
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}
