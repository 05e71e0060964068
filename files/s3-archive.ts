import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { Archive } from './archive.ts'
import { storageDeadlines } from './guard.ts'
import type { S3Address } from './s3-address.ts'
import { createS3Client } from './s3-client.ts'
import { isAbsent } from './s3-put.ts'

/** The same below `folder/` of the prefix in a bucket. Beside the files of people: the sweeper lists only blobs/. */
export function createS3Archive(address: S3Address, folder: string, deadlines = storageDeadlines): Archive {
  const client = createS3Client(address, deadlines)
  const prefix = `${address.prefix}${folder}/`
  const at = (name: string) => ({ Bucket: address.bucket, Key: `${prefix}${name}` })
  const deadline = () => ({ abortSignal: AbortSignal.timeout(deadlines.keepMs) })
  return {
    async write(name, bytes) {
      await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentLength: bytes.length }), deadline())
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(name)), deadline())
        return Buffer.from(await Body!.transformToByteArray())
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async list() {
      const names: string[] = []
      let token: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket: address.bucket, Prefix: prefix, ContinuationToken: token })
        const page = await client.send(command, deadline())
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)))
        token = page.NextContinuationToken
      } while (token !== undefined)
      return names.toSorted()
    },
  }
}
