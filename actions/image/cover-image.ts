import { createHash } from 'node:crypto'
import { createFairQueue, type HeavyLimits, HeavyRefusal, refusal } from '#heavy/fair-queue.ts'
import { type JobLimits, runInProcess } from '#heavy/job.ts'
import type { Focal } from '#rules/project/cover-change.ts'
import type { CoverImages, CoverTask } from './cover-process.ts'

export const MOST_MEGAPIXELS = 40

export const coverLimits: HeavyLimits = {
  owner: 'person',
  perOwner: 2,
  total: 10,
  atOnce: 1,
  deadlineMs: 30_000, // below the 35 s of the call
  megabytes: 64, // decoded pixels are not on the heap: heavy/image.ts limits them
  refusal,
}

export type MadeCover = CoverImages & { hash: string }
export type CoverMaker = ReturnType<typeof createCoverMaker>

// Images are decoded in a process of their own (heavy/job.ts).
export function createCoverMaker(limits: JobLimits & Parameters<typeof createFairQueue>[0] = coverLimits) {
  const queue = createFairQueue(limits)
  return {
    /** From an uploaded file, or from the bytes of a picture that was made before; null if the image is not accepted. */
    make: (personId: number, picture: string | Buffer, focal: Focal, signal?: AbortSignal): Promise<MadeCover | null> =>
      queue.run(personId, () => decode(picture, focal, limits, signal), signal),
  }
}

async function decode(picture: string | Buffer, focal: Focal, limits: JobLimits, signal?: AbortSignal): Promise<MadeCover | null> {
  const isPath = typeof picture === 'string'
  const task: CoverTask = { path: isPath ? picture : null, mostPixels: MOST_MEGAPIXELS * 1e6, focalX: focal.focalX, focalY: focal.focalY }
  const job = {
    script: new URL('./cover-process.ts', import.meta.url),
    task,
    onMessage: (made: CoverImages | null, _: unknown, done: (made: CoverImages | null) => void) => done(made),
    ...(isPath ? {} : { begin: async (send: (bytes: Buffer) => void) => send(picture) }),
  }
  try {
    const made = await runInProcess<CoverImages | null, Buffer, CoverImages | null>(job, limits, signal)
    if (made === null) return null
    const images = made.images.map(({ kind, bytes }) => ({ kind, bytes: Buffer.from(bytes) }))
    return { thumbHash: made.thumbHash, images, hash: hashOf(images) }
  } catch (error) {
    if (error instanceof HeavyRefusal || signal?.aborted) throw error
    return null // the decoder crashed
  }
}

// Part of the addresses of the images: another picture, or another part of it, has another hash.
function hashOf(images: CoverImages['images']): string {
  const hash = createHash('sha256')
  for (const { kind, bytes } of images) hash.update(`${kind} ${bytes.length}\n`).update(bytes)
  return hash.digest('hex').slice(0, 32)
}
