import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The only credentials that the server accepts. */
export const S3_KEY = 'S3RVER'

type S3Server = { run(): Promise<{ port: number }>; close(): Promise<void> }

/** An S3 server with one bucket, in this process. */
export async function startS3(bucket: string): Promise<{ endpoint: string; folder: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 's3-server-'))
  // @ts-expect-error: it has no types
  const { default: S3rver } = (await import('s3rver')) as { default: new (options: object) => S3Server }
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: bucket }] })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    folder,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
