import { type HeavyLimits, refusal } from '#heavy/fair-queue.ts'
import type { Sizes } from './avatar-process.ts'
import { createImageMaker, type ImageLimits } from './image-maker.ts'

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

/** Cropped square and re-encoded, without metadata. */
export function createAvatarImages(limits: ImageLimits = imageLimits) {
  const decode = createImageMaker<Sizes>(new URL('./avatar-process.ts', import.meta.url), limits)
  return {
    async make(personId: number, path: string, signal?: AbortSignal): Promise<Sizes | null> {
      const sizes = await decode(personId, { path }, { signal })
      return sizes && { small: Buffer.from(sizes.small), large: Buffer.from(sizes.large) }
    },
  }
}
