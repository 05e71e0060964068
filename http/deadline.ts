import { Refusal } from './response/problem.ts'

/** `spentMs`: the part of the time that earlier steps have used. */
export async function within<T>(seconds: number, work: T | Promise<T>, spentMs = 0): Promise<T> {
  if (!(work instanceof Promise)) return work
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('deadline_exceeded', { seconds })), Math.max(0, seconds * 1000 - spentMs))
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
