import { createFairQueue, type HeavyLimits, refusal } from '#heavy/fair-queue.ts'
import { type JobLimits, runInThread } from '#heavy/job.ts'

// Inspects zip files in a worker thread: nested archives are decompressed to the end.

export const zipLimits: HeavyLimits = {
  owner: 'person',
  perOwner: 10, // the files of two uploads
  total: 60,
  atOnce: 2,
  deadlineMs: 10_000,
  megabytes: 64,
  refusal,
}

export type ZipInspector = ReturnType<typeof createZipInspector>
export type ZipNames = string[] | null

export function createZipInspector(limits: JobLimits & Parameters<typeof createFairQueue>[0] = zipLimits) {
  const queue = createFairQueue(limits)
  const script = new URL('./zip-worker.ts', import.meta.url)
  return {
    /** The entry names, or null when it is not a zip or not a safe one. */
    namesOf: (personId: number, path: string, signal?: AbortSignal): Promise<ZipNames> =>
      queue.run(
        personId,
        () => runInThread<ZipNames, never, ZipNames>({ script, task: path, onMessage: (names, _, done) => done(names) }, limits, signal),
        signal,
      ),
  }
}
