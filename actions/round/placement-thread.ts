import { type HeavyLimits, refusal } from '#heavy/fair-queue.ts'
import { runInThread } from '#heavy/job.ts'
import { InvalidRound } from '#rules/placement/instance.ts'
import type { Forecast, FromPlacement, Placed, PlacementTask } from './placement-worker.ts'

/** One queue for placing and forecasts. A job reads all choices and solves them: both only in its turn. */
export const placementLimits: HeavyLimits = {
  owner: 'person',
  perOwner: 3,
  total: 12,
  atOnce: 1,
  deadlineMs: 20_000,
  megabytes: 256,
  refusal,
}

export type PlaceTask = Extract<PlacementTask, { kind: 'place' }>
type ForecastTask = Extract<PlacementTask, { kind: 'forecast' }>

/** Throws `InvalidRound` if marks, locks and places contradict each other. */
export const placeInThread = (task: PlaceTask, signal?: AbortSignal): Promise<Placed> =>
  inThread(task, (message) => ('placed' in message ? message.placed : null), signal)

export async function forecastInThread(tasks: ForecastTask[], signal: AbortSignal): Promise<Forecast[]> {
  const found: Forecast[] = []
  for (const task of tasks) found.push(await inThread(task, (message) => ('forecast' in message ? message.forecast : null), signal))
  return found
}

async function inThread<T>(task: PlacementTask, resultOf: (message: FromPlacement) => T | null, signal?: AbortSignal): Promise<T> {
  const message = await runInThread<FromPlacement, never, FromPlacement>(
    { script: new URL('./placement-worker.ts', import.meta.url), task, onMessage: (message, _, done) => done(message) },
    placementLimits,
    signal,
  )
  if ('invalid' in message) throw new InvalidRound(message.invalid)
  return resultOf(message)!
}
