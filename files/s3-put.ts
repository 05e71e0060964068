import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { StorageFull } from './file-store.ts'

export type Place = { Bucket: string; Key: string }
type S3Error = Error & { name: string; $metadata?: { httpStatusCode?: number } }

const ATTEMPTS = 3
const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode

export const isAbsent = (error: unknown): boolean => statusOf(error) === 404
/** Somebody else has put the same bytes there. */
export const isPresent = (error: unknown): boolean => statusOf(error) === 412
export const isRefused = (error: unknown): boolean => statusOf(error) === 501 || statusOf(error) === 400
const isFull = (error: unknown): boolean => statusOf(error) === 507 || /QuotaExceeded|StorageFull/.test((error as S3Error).name)

// A stream can be sent once only, so the client itself cannot repeat it: every attempt opens the file anew.
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (isFull(error)) throw new StorageFull('no room for the file', { cause: error })
      const status = statusOf(error)
      const isHopeless = status !== undefined && status < 500 && status !== 429
      if (isHopeless || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
    }
  }
}

// In parts, one after the other; a bucket's lifecycle should remove what was begun and never completed.
export async function putParts(client: S3Client, place: Place, path: string, size: number, partBytes: number): Promise<void> {
  const { UploadId } = await retried(() => client.send(new CreateMultipartUploadCommand(place)))
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size) - 1
      const part = { ...place, UploadId, PartNumber: Parts.length + 1, ContentLength: end - start + 1 }
      const { ETag } = await retried(() => client.send(new UploadPartCommand({ ...part, Body: createReadStream(path, { start, end }) })))
      Parts.push({ ETag, PartNumber: part.PartNumber })
    }
    await retried(() => client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } })))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {})
    throw error
  }
}
