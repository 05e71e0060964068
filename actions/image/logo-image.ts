import { type HeavyLimits, refusal } from '#heavy/fair-queue.ts'
import { createImageMaker, hashed, type ImageLimits } from './image-maker.ts'
import type { LogoImages } from './logo-process.ts'

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

export function createLogoMaker(limits: ImageLimits = logoLimits) {
  const decode = createImageMaker<LogoImages | 'too small'>(new URL('./logo-process.ts', import.meta.url), limits)
  return {
    /** The logo and the icons of the web app; null if the image is not accepted, `too small` below 64 pixels. */
    async make(personId: number, path: string, signal?: AbortSignal): Promise<MadeLogo | 'too small' | null> {
      const made = await decode(personId, { path, leastSide: LEAST_SIDE }, { signal })
      return made === null || made === 'too small' ? made : { ...made, ...hashed(made.images) }
    },
  }
}
