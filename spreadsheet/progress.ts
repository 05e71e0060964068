import type { Stage } from './import.ts'

// The progress of the imports of this process, by ticket. Kept for ten minutes.

export type Progress = { stage: Stage; done: number; all: number }

const MOST = 200
const KEPT_MS = 600_000

export type ImportProgress = ReturnType<typeof createProgress>

export function createProgress() {
  const noted = new Map<string, Progress & { at: number }>()
  return {
    note(ticket: string | undefined, progress: Progress, now: Date): void {
      if (ticket === undefined) return
      noted.delete(ticket)
      noted.set(ticket, { ...progress, at: now.getTime() })
      for (const [oldest, { at }] of noted) {
        if (noted.size <= MOST && now.getTime() - at <= KEPT_MS) break
        noted.delete(oldest)
      }
    },
    find(ticket: string, now: Date): Progress {
      const { at, ...progress } = noted.get(ticket) ?? { stage: 'waiting', done: 0, all: 0, at: now.getTime() }
      return now.getTime() - at > KEPT_MS ? { stage: 'waiting', done: 0, all: 0 } : progress
    },
  }
}
