import { createFairQueue, type HeavyLimits, HeavyRefusal, refusal } from '#heavy/fair-queue.ts'
import { type JobLimits, runInProcess } from '#heavy/job.ts'
import type { ImageTask, Sizes } from './avatar-process.ts'

export const MOST_MEGAPIXELS = 40

export const imageLimits: HeavyLimits = {
  owner: 'person',
  perOwner: 2,
  total: 10,
  atOnce: 2,
  deadlineMs: 10_000, // below the 12 s of the call
  megabytes: 64, // decoded pixels are not on the heap: avatar-process.ts limits them
  refusal,
}

export type AvatarImages = ReturnType<typeof createAvatarImages>

// Images are decoded in a process of their own (heavy/job.ts).
export function createAvatarImages(limits: JobLimits & Parameters<typeof createFairQueue>[0] = imageLimits) {
  const queue = createFairQueue(limits)
  return {
    /** Cropped square and re-encoded, without metadata; null if the image is not accepted. */
    make: (personId: number, path: string, signal?: AbortSignal): Promise<Sizes | null> =>
      queue.run(personId, () => decode(path, limits, signal), signal),
  }
}

async function decode(path: string, limits: JobLimits, signal: AbortSignal | undefined): Promise<Sizes | null> {
  const task: ImageTask = { path, mostPixels: MOST_MEGAPIXELS * 1e6 }
  const script = new URL('./avatar-process.ts', import.meta.url)
  try {
    return await runInProcess<Sizes | null, never, Sizes | null>(
      { script, task, onMessage: (sizes, _, done) => done(sizes && { small: Buffer.from(sizes.small), large: Buffer.from(sizes.large) }) },
      limits,
      signal,
    )
  } catch (error) {
    if (error instanceof HeavyRefusal || signal?.aborted) throw error
    return null // the decoder crashed
  }
}
