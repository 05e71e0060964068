import { createHash } from 'node:crypto'
import { createFairQueue, type FairQueue, type HeavyLimits, HeavyRefusal, refusal } from '#heavy/fair-queue.ts'
import { type JobLimits, runInProcess } from '#heavy/job.ts'
import type { Focal } from '#rules/project/cover-change.ts'
import type { Sizes } from './avatar-process.ts'
import type { CoverImages } from './cover-process.ts'
import type { LogoImages } from './logo-process.ts'

// What is made of an uploaded picture: an avatar, a cover, a logo. Each kind has a queue with these limits, and a script of its own.

const shared = {
  owner: 'person',
  megabytes: 64, // decoded pixels are not on the heap: heavy/image.ts limits them
  refusal,
} as const
export const imageLimits = {
  avatars: { ...shared, perOwner: 2, total: 10, atOnce: 2, deadlineMs: 10_000 }, // below the 12 s of the call
  covers: { ...shared, perOwner: 2, total: 10, atOnce: 1, deadlineMs: 30_000 }, // below the 35 s of the call
  logos: { ...shared, perOwner: 1, total: 4, atOnce: 1, deadlineMs: 20_000 },
} satisfies Record<string, HeavyLimits>

export const LEAST_SIDE = 64
export const MOST_MEGAPIXELS = 40

type ImageLimits = JobLimits & Pick<HeavyLimits, 'perOwner' | 'total' | 'atOnce'>
type NamedImage<Kind extends string = string> = { kind: Kind; bytes: Buffer }

/** Images are decoded in a process of their own (heavy/job.ts), in turn by person. The result is null if the image is not accepted. */
function createImageMaker<Made>(script: URL, limits: ImageLimits) {
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
function hashed<Kind extends string>(given: NamedImage<Kind>[]): { images: NamedImage<Kind>[]; hash: string } {
  const images = given.map(({ kind, bytes }) => ({ kind, bytes: Buffer.from(bytes) }))
  const hash = createHash('sha256')
  for (const { kind, bytes } of images) hash.update(`${kind} ${bytes.length}\n`).update(bytes)
  return { images, hash: hash.digest('hex').slice(0, 32) }
}

export type MadeCover = CoverImages & { hash: string }
type MadeLogo = LogoImages & { hash: string }

export type Images = ReturnType<typeof createImages>

/** `limitsOf`: this process' part of the limits. The results are null if the image is not accepted. */
export function createImages(limitsOf: (limits: HeavyLimits) => ImageLimits = (limits) => limits) {
  const decodeAvatar = createImageMaker<Sizes>(new URL('./avatar-process.ts', import.meta.url), limitsOf(imageLimits.avatars))
  const decodeCover = createImageMaker<CoverImages>(new URL('./cover-process.ts', import.meta.url), limitsOf(imageLimits.covers))
  const decodeLogo = createImageMaker<LogoImages | 'too small'>(new URL('./logo-process.ts', import.meta.url), limitsOf(imageLimits.logos))
  return {
    avatars: {
      /** Cropped square and re-encoded, without metadata. */
      async make(personId: number, path: string, signal?: AbortSignal): Promise<Sizes | null> {
        const sizes = await decodeAvatar(personId, { path }, { signal })
        return sizes && { small: Buffer.from(sizes.small), large: Buffer.from(sizes.large) }
      },
    },
    covers: {
      /** From an uploaded file, or from the bytes of a picture that was made before. */
      async make(personId: number, picture: string | Buffer, { focalX, focalY }: Focal, signal?: AbortSignal): Promise<MadeCover | null> {
        const isPath = typeof picture === 'string'
        const task = { path: isPath ? picture : null, focalX, focalY }
        const made = await decodeCover(personId, task, { signal, picture: isPath ? undefined : picture })
        return made && { thumbHash: made.thumbHash, ...hashed(made.images) }
      },
    },
    logos: {
      /** The logo and the icons of the web app; `too small` below 64 pixels. */
      async make(personId: number, path: string, signal?: AbortSignal): Promise<MadeLogo | 'too small' | null> {
        const made = await decodeLogo(personId, { path, leastSide: LEAST_SIDE }, { signal })
        return made === null || made === 'too small' ? made : { ...made, ...hashed(made.images) }
      },
    },
  }
}
