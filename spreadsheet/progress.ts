import type { Stage } from './import.ts'

// The progress of the imports of this process, by ticket, for ten minutes.

export type Progress = { stage: Stage; done: number; all: number }

const MOST = 200
const TTL_MS = 600_000

export type ImportProgress = ReturnType<typeof createProgress>

export function createProgress() {
  const byTicket = new Map<string, Progress & { at: number }>()
  return {
    note(ticket: string | undefined, progress: Progress, now: Date): void {
      if (ticket === undefined) return
      byTicket.delete(ticket)
      byTicket.set(ticket, { ...progress, at: now.getTime() })
      for (const [oldest, { at }] of byTicket) {
        if (byTicket.size <= MOST && now.getTime() - at <= TTL_MS) break
        byTicket.delete(oldest)
      }
    },
    find(ticket: string, now: Date): Progress {
      const { at, ...progress } = byTicket.get(ticket) ?? { stage: 'waiting', done: 0, all: 0, at: now.getTime() }
      return now.getTime() - at > TTL_MS ? { stage: 'waiting', done: 0, all: 0 } : progress
    },
  }
}
