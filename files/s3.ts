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
import { isAbsent, isPresent, isRefused, type Place, putParts, retried } from './s3-put.ts'
import { onePart, spool, tidySpool } from './spool.ts'

const PART_BYTES = 8 * 1024 * 1024

// Bytes in a bucket that speaks S3. They are taken in on the local disk first: only what is whole and wanted travels on.
export function createS3Store(address: S3Address, folder: string): FileStore {
  const client = new S3Client({
    region: address.region,
    endpoint: address.endpoint,
    forcePathStyle: address.endpoint !== undefined,
    // Not every server that speaks S3 knows the newer checksums in trailers; size is checked afterwards, and bytes are named by their hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const aside = join(folder, '.tmp')
  const blobs = `${address.prefix}blobs/`
  const at = (sha256: string): Place => ({
    Bucket: address.bucket,
    Key: `${blobs}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
  })

  async function sizeOf(place: Place): Promise<number | undefined> {
    try {
      return (await client.send(new HeadObjectCommand(place))).ContentLength
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  async function put(place: Place, size: number, body: () => Readable | string, onlyOnce = true): Promise<void> {
    try {
      await client.send(new PutObjectCommand({ ...place, Body: body(), ContentLength: size, IfNoneMatch: onlyOnce ? '*' : undefined }))
    } catch (error) {
      if (isPresent(error)) return
      if (!onlyOnce || !isRefused(error)) throw error
      await put(place, size, body, false) // a server that does not know the condition
    }
  }

  async function upload(place: Place, path: string, size: number): Promise<void> {
    if ((await sizeOf(place)) === size) return
    if (size > PART_BYTES) await putParts(client, place, path, size, PART_BYTES)
    else await retried(() => put(place, size, () => createReadStream(path)))
    const stored = await sizeOf(place)
    if (stored !== size) throw new Error(`${place.Key} has ${stored} bytes in the bucket instead of ${size}`)
  }

  async function receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Received> {
    const { flush: _, ...spooled } = await spool(aside, source, limit)
    let isKept = false
    async function keep(): Promise<void> {
      if (isKept) return
      await upload(at(spooled.sha256), spooled.path, spooled.size)
      isKept = true
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
        throw isAbsent(error) ? new FileMissing('no such bytes', { cause: error }) : error
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
    tidy: (before) => tidySpool(aside, before),
    async identity(expected) {
      const place = { Bucket: address.bucket, Key: `${address.prefix}identity` }
      if ((await sizeOf(place)) === undefined) await put(place, Buffer.byteLength(expected), () => expected)
      const { Body } = await client.send(new GetObjectCommand(place))
      return Body!.transformToString()
    },
  }
}
