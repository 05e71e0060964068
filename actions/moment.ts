import { type Calendar, writeDay } from '#rules/time/day.ts'

/** When something is done: the instant, and the day of the directory. */
export type Moment = { at: Date; today: string }

export const momentOf = ({ calendar }: { calendar: Calendar }, at: Date): Moment => ({ at, today: writeDay(calendar(at)) })
