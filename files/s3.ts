import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { FileMissing, type FileStore, type Received } from './file-store.ts'
import type { S3Address } from './s3-address.ts'
import { isAbsent, isPresent, isRefused, putParts, retried, type S3Object } from './s3-put.ts'
import { onePart, spool, tidySpool } from './spool.ts'

const PART_BYTES = 8 * 1024 * 1024

// Content-addressed storage in an S3 bucket. Uploads are written to the local disk first; only complete and accepted files are sent.
export function createS3Store(address: S3Address, folder: string): FileStore {
  const client = new S3Client({
    region: address.region,
    endpoint: address.endpoint,
    forcePathStyle: address.endpoint !== undefined,
    // Not every S3 server supports checksum trailers; the size is checked after the upload, and keys are content hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
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

  async function put(object: S3Object, size: number, body: () => Readable | string, onlyOnce = true): Promise<void> {
    try {
      await client.send(new PutObjectCommand({ ...object, Body: body(), ContentLength: size, IfNoneMatch: onlyOnce ? '*' : undefined }))
    } catch (error) {
      if (isPresent(error)) return
      if (!onlyOnce || !isRefused(error)) throw error
      await put(object, size, body, false) // the server does not support If-None-Match
    }
  }

  async function upload(object: S3Object, path: string, size: number): Promise<void> {
    if ((await sizeOf(object)) === size) return
    if (size > PART_BYTES) await putParts(client, object, path, size, PART_BYTES)
    else await retried(() => put(object, size, () => createReadStream(path)))
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
    async read(sha256, range) {
      try {
        const part = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ ...at(sha256), Range: part }))
        return Body as Readable
      } catch (error) {
        throw isAbsent(error) ? new FileMissing('file not found in the store', { cause: error }) : error
      }
    },
    has: async (sha256) => (await sizeOf(at(sha256))) !== undefined,
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
    async identity(expected) {
      const object = { Bucket: address.bucket, Key: `${address.prefix}identity` }
      if ((await sizeOf(object)) === undefined) await put(object, Buffer.byteLength(expected), () => expected)
      const { Body } = await client.send(new GetObjectCommand(object))
      return Body!.transformToString()
    },
  }
}
