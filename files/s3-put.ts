import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { type Range, StorageFull } from './file-store.ts'
import { openPart } from './spool.ts'

export type S3Object = { Bucket: string; Key: string }
type S3Error = Error & { name: string; $metadata?: { httpStatusCode?: number } }

const ATTEMPTS = 3
const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode

export const isAbsent = (error: unknown): boolean => statusOf(error) === 404
/** If-None-Match failed: the object already exists. */
export const isPresent = (error: unknown): boolean => statusOf(error) === 412
/** The range begins after the end of the object. */
export const isTooShort = (error: unknown): boolean => statusOf(error) === 416
export const isRefused = (error: unknown): boolean => statusOf(error) === 501 || statusOf(error) === 400
const isFull = (error: unknown): boolean => statusOf(error) === 507 || /QuotaExceeded|StorageFull/.test((error as S3Error).name)

// The S3 client cannot retry a stream, so every attempt reopens the file. Exponential back-off.
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (isFull(error)) throw new StorageFull('no space left for the file', { cause: error })
      const status = statusOf(error)
      const isPermanent = status !== undefined && status < 500 && status !== 429
      if (isPermanent || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
    }
  }
}

/** Sends one file, or a part of it, with a body that never outlives the call: its temporary file may be removed right after. */
export async function sendPart<T>(
  path: string,
  range: Range | undefined,
  send: (body: Readable, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const body = openPart(path, range)
  const broken = new AbortController()
  body.once('error', () => broken.abort())
  try {
    return await send(body, broken.signal)
  } finally {
    body.destroy()
  }
}

// Sequential multipart upload; a lifecycle rule of the bucket should remove incomplete uploads.
export async function putParts(client: S3Client, object: S3Object, path: string, size: number, partBytes: number): Promise<void> {
  const { UploadId } = await retried(() => client.send(new CreateMultipartUploadCommand(object)))
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size) - 1
      const part = { ...object, UploadId, PartNumber: Parts.length + 1, ContentLength: end - start + 1 }
      const { ETag } = await retried(() =>
        sendPart(path, { start, end }, (Body, abortSignal) => client.send(new UploadPartCommand({ ...part, Body }), { abortSignal })),
      )
      Parts.push({ ETag, PartNumber: part.PartNumber })
    }
    await retried(() => client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } })))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {})
    throw error
  }
}
