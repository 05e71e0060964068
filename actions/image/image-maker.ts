import { createHash } from 'node:crypto'
import { createFairQueue, type FairQueue, type HeavyLimits, HeavyRefusal } from '#heavy/fair-queue.ts'
import { type JobLimits, runInProcess } from '#heavy/job.ts'

export const MOST_MEGAPIXELS = 40

export type ImageLimits = JobLimits & Pick<HeavyLimits, 'perOwner' | 'total' | 'atOnce'>
export type NamedImage<Kind extends string = string> = { kind: Kind; bytes: Buffer }

/** Images are decoded in a process of their own (heavy/job.ts), in turn by person. The result is null if the image is not accepted. */
export function createImageMaker<Made>(script: URL, limits: ImageLimits) {
  const queue: FairQueue = createFairQueue(limits)
  /** Without a path in the task, the picture itself is sent. */
  return (personId: number, task: object, { signal, picture }: { signal?: AbortSignal; picture?: Buffer } = {}): Promise<Made | null> => {
    const decode = async (): Promise<Made | null> => {
      try {
        return await runInProcess<Made | null, Buffer, Made | null>(
          {
            script,
            task: { ...task, mostPixels: MOST_MEGAPIXELS * 1e6 },
            onMessage: (made, _, done) => done(made),
            ...(picture && { begin: async (send: (bytes: Buffer) => void) => send(picture) }),
          },
          limits,
          signal,
        )
      } catch (error) {
        if (error instanceof HeavyRefusal || signal?.aborted) throw error
        return null // the decoder crashed
      }
    }
    return queue.run(personId, decode, signal)
  }
}

/** What came from another process, with a hash that is part of the addresses: other pictures have another. */
export function hashed<Kind extends string>(given: NamedImage<Kind>[]): { images: NamedImage<Kind>[]; hash: string } {
  const images = given.map(({ kind, bytes }) => ({ kind, bytes: Buffer.from(bytes) }))
  const hash = createHash('sha256')
  for (const { kind, bytes } of images) hash.update(`${kind} ${bytes.length}\n`).update(bytes)
  return { images, hash: hash.digest('hex').slice(0, 32) }
}
