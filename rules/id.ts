import { MAX_ID } from '#contract/shared.ts'

/** An id that came with a call; 0, which nothing has, for a number beyond the range of our ids. */
export const readId = (given: string | number): number => (Number(given) <= MAX_ID ? Number(given) : 0)
