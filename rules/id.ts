import { MAX_ID } from '#contract/shared.ts'

/** An id from a call; 0, which is never assigned, when it is out of range. */
export const readId = (given: string | number): number => (Number(given) <= MAX_ID ? Number(given) : 0)
