import type { Project } from '#contract/project.ts'
import { readDay } from '#rules/time/day.ts'
import { futureFirstDay, lastDayToApply } from './days.ts'

// The phases of a project, and where today is among them. Any date may be missing.

export const phaseNames = ['announced', 'enrollment', 'work', 'results'] as const
export type PhaseName = (typeof phaseNames)[number]
export type Phase = { name: PhaseName; from: string | null; to: string | null; state: 'done' | 'now' | 'next' }
/** Days of the directory. */
type Days = { today: string; published: string }
/** `segment`: the phase after whose start today is; `share`: how far from there to the start of the next phase, 0 to 1. */
export type Phases = { phases: Phase[]; today: { segment: number; share: number } }

type Dated = Pick<Project, 'status' | 'enrollmentStart' | 'enrollmentEnd' | 'dateStart' | 'dateEnd'>

function segmentOf(project: Dated, today: string): number {
  if (project.status === 'completed') return 3
  if (project.status === 'active') return 2
  if (project.status === 'open') return 1
  return futureFirstDay(project, today) === null ? 1 : 0
}

function shareOf(from: string | null, to: string | null, today: string): number {
  if (from === null || to === null || to <= from) return 0.5
  const [start, end, now] = [readDay(from)!, readDay(to)!, readDay(today)!]
  return Math.min(0.9, Math.max(0.1, (now - start) / (end - start))) // never on the mark of a phase
}

export function phasesOf(project: Dated, { today, published }: Days): Phases {
  const { enrollmentStart, dateStart, dateEnd } = project
  const last = lastDayToApply(project)
  const segment = segmentOf(project, today)
  // Enrollment is over, and the work has not begun: nothing happens now.
  const isBetween = segment === 1 && last !== null && last < today
  const dates: [from: string | null, to: string | null][] = [
    [published, null],
    [enrollmentStart, last],
    [dateStart, dateEnd],
    [dateEnd, null],
  ]
  const starts = [published, enrollmentStart ?? published, dateStart ?? last, dateEnd]
  return {
    phases: phaseNames.map((name, index) => {
      const [from, to] = dates[index]!
      const isNow = index === segment && !isBetween && project.status !== 'completed'
      return { name, from, to, state: isNow ? 'now' : index <= segment ? 'done' : 'next' }
    }),
    today: { segment, share: segment === 3 ? 0 : shareOf(starts[segment]!, starts[segment + 1]!, today) },
  }
}
