import { type HeavyLimits, refusal } from '#heavy/fair-queue.ts'
import type { Focal } from '#rules/project/cover-change.ts'
import type { CoverImages } from './cover-process.ts'
import { createImageMaker, hashed, type ImageLimits } from './image-maker.ts'

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

export function createCoverMaker(limits: ImageLimits = coverLimits) {
  const decode = createImageMaker<CoverImages>(new URL('./cover-process.ts', import.meta.url), limits)
  return {
    /** From an uploaded file, or from the bytes of a picture that was made before; null if the image is not accepted. */
    async make(personId: number, picture: string | Buffer, { focalX, focalY }: Focal, signal?: AbortSignal): Promise<MadeCover | null> {
      const isPath = typeof picture === 'string'
      const task = { path: isPath ? picture : null, focalX, focalY }
      const made = await decode(personId, task, { signal, picture: isPath ? undefined : picture })
      return made && { thumbHash: made.thumbHash, ...hashed(made.images) }
    },
  }
}
