import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3'
import { assertLength, FileDamaged, FileMissing, type FileStore, type Received } from './file-store.ts'
import { storageDeadlines } from './guard.ts'
import { probeFolder } from './probe.ts'
import type { S3Address } from './s3-address.ts'
import { createS3Client } from './s3-client.ts'
import { isAbsent, isPresent, isRefused, isTooShort, putParts, retried, type S3Object, sendPart } from './s3-put.ts'
import { onePart, spool, tidySpool } from './spool.ts'

const PART_BYTES = 8 * 1024 * 1024

// Content-addressed storage in an S3 bucket. Uploads are written to the local disk first; only complete and accepted files are sent.
export function createS3Store(
  address: S3Address,
  folder: string,
  deadlines = storageDeadlines,
  headers?: () => Record<string, string>,
): FileStore {
  const client = createS3Client(address, deadlines, headers)
  const temporary = join(folder, '.tmp')
  const blobs = `${address.prefix}blobs/`
  const at = (sha256: string): S3Object => ({
    Bucket: address.bucket,
    Key: `${blobs}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
  })

  async function sizeOf(object: S3Object): Promise<number | undefined> {
    try {
      return (await client.send(new HeadObjectCommand(object))).ContentLength
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  type Send = (input: PutObjectCommandInput) => Promise<unknown>
  async function put(object: S3Object, size: number, send: Send, onlyOnce = true): Promise<void> {
    try {
      await send({ ...object, ContentLength: size, IfNoneMatch: onlyOnce ? '*' : undefined })
    } catch (error) {
      if (isPresent(error)) return
      if (!onlyOnce || !isRefused(error)) throw error
      await put(object, size, send, false) // the server does not support If-None-Match
    }
  }

  const sendWhole =
    (path: string): Send =>
    (input) =>
      sendPart(path, undefined, (Body, abortSignal) => client.send(new PutObjectCommand({ ...input, Body }), { abortSignal }))

  async function upload(object: S3Object, path: string, size: number): Promise<void> {
    if ((await sizeOf(object)) === size) return
    if (size > PART_BYTES) await putParts(client, object, path, size, PART_BYTES)
    else await retried(() => put(object, size, sendWhole(path)))
    const stored = await sizeOf(object)
    if (stored !== size) throw new Error(`${object.Key} has ${stored} bytes in the bucket instead of ${size}`)
  }

  async function receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Received> {
    const { flush: _, ...spooled } = await spool(temporary, source, limit)
    let isStored = false
    async function keep(): Promise<void> {
      if (isStored) return
      await upload(at(spooled.sha256), spooled.path, spooled.size)
      isStored = true
    }
    return { ...spooled, keep }
  }

  const labelled = (name: string): S3Object => ({ Bucket: address.bucket, Key: `${address.prefix}${name}` })
  const readText = async (object: S3Object): Promise<string> => (await client.send(new GetObjectCommand(object))).Body!.transformToString()

  return {
    receive,
    async keep(bytes) {
      const received = await receive(onePart(bytes), Number.POSITIVE_INFINITY)
      try {
        await received.keep()
      } finally {
        await received.discard()
      }
      return { sha256: received.sha256, size: received.size }
    },
    async read(sha256, size, range) {
      try {
        const part = range && `bytes=${range.start}-${range.end}`
        const { Body, ContentLength, ContentRange } = await client.send(new GetObjectCommand({ ...at(sha256), Range: part }))
        const stream = (Body as Readable).on('error', () => {})
        try {
          assertLength(range ? Number(ContentRange?.split('/')[1]) : ContentLength, size)
        } catch (error) {
          stream.destroy()
          throw error
        }
        return stream
      } catch (error) {
        if (isAbsent(error)) throw new FileMissing('file not found in the store', { cause: error })
        if (isTooShort(error)) throw new FileDamaged('the stored file is shorter than the range', { cause: error })
        throw error
      }
    },
    sizeOf: (sha256) => sizeOf(at(sha256)),
    async *list() {
      let token: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: address.bucket, Prefix: blobs, ContinuationToken: token }))
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          const sha256 = Key.slice(-64)
          if (/^[0-9a-f]{64}$/.test(sha256)) yield { sha256, size: Size, at: LastModified }
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
    async remove(sha256) {
      await client.send(new DeleteObjectCommand(at(sha256)))
    },
    tidy: (before) => tidySpool(temporary, before),
    // A read: to write an object every few seconds would cost money. Uploads need the local disk too.
    async probe() {
      if ((await sizeOf({ Bucket: address.bucket, Key: `${address.prefix}identity` })) === undefined)
        throw new Error('the bucket has no identity')
      await probeFolder(temporary)
    },
    async label(name, text) {
      const object = labelled(name)
      const send: Send = (input) => client.send(new PutObjectCommand({ ...input, Body: text }))
      if ((await sizeOf(object)) === undefined) await put(object, Buffer.byteLength(text), send)
      return readText(object)
    },
    readLabel: async (name) => ((await sizeOf(labelled(name))) === undefined ? undefined : readText(labelled(name))),
  }
}
