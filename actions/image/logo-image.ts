import { createHash } from 'node:crypto'
import { createFairQueue, type HeavyLimits, HeavyRefusal, refusal } from '#heavy/fair-queue.ts'
import { type JobLimits, runInProcess } from '#heavy/job.ts'
import type { LogoImages, LogoTask } from './logo-process.ts'

export const MOST_MEGAPIXELS = 40
export const LEAST_SIDE = 64

export const logoLimits: HeavyLimits = {
  owner: 'person',
  perOwner: 1,
  total: 4,
  atOnce: 1,
  deadlineMs: 20_000, // below the 35 s of the call
  megabytes: 64, // decoded pixels are not on the heap: heavy/image.ts limits them
  refusal,
}

export type MadeLogo = LogoImages & { hash: string }
export type LogoMaker = ReturnType<typeof createLogoMaker>

// Images are decoded in a process of their own (heavy/job.ts).
export function createLogoMaker(limits: JobLimits & Parameters<typeof createFairQueue>[0] = logoLimits) {
  const queue = createFairQueue(limits)
  return {
    /** The logo and the icons of the web app; null if the image is not accepted, `too small` below 64 pixels. */
    make: (personId: number, path: string, signal?: AbortSignal): Promise<MadeLogo | 'too small' | null> =>
      queue.run(personId, () => decode(path, limits, signal), signal),
  }
}

async function decode(path: string, limits: JobLimits, signal: AbortSignal | undefined): Promise<MadeLogo | 'too small' | null> {
  const task: LogoTask = { path, mostPixels: MOST_MEGAPIXELS * 1e6, leastSide: LEAST_SIDE }
  const script = new URL('./logo-process.ts', import.meta.url)
  try {
    const made = await runInProcess<LogoImages | 'too small' | null, never, LogoImages | 'too small' | null>(
      { script, task, onMessage: (made, _, done) => done(made) },
      limits,
      signal,
    )
    if (made === null || made === 'too small') return made
    const images = made.images.map(({ kind, bytes }) => ({ kind, bytes: Buffer.from(bytes) }))
    const hash = createHash('sha256')
    for (const { kind, bytes } of images) hash.update(`${kind} ${bytes.length}\n`).update(bytes)
    return { ...made, images, hash: hash.digest('hex').slice(0, 32) }
  } catch (error) {
    if (error instanceof HeavyRefusal || signal?.aborted) throw error
    return null // the decoder crashed
  }
}
