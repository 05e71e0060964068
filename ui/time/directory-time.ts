import { dayIn, instantIn, offsetAt, wallClockIn } from '#rules/time/wall-clock.ts'
import { serverConfig } from '#ui/server/server-config.ts'

// Days and times are those of the directory, wherever the device is.

const { offsets } = serverConfig.zone
const numberOf = (instant: string | number): number => new Date(instant).getTime()

/** The day of a moment, YYYY-MM-DD. */
export const dayOf = (instant: string | number): string => dayIn(offsets, numberOf(instant))
export const directoryToday = (): string => dayOf(Date.now())

/** The value of a datetime-local input, and back. */
export const wallClock = (instant: string): string => wallClockIn(offsets, numberOf(instant))
export const instantOf = (text: string): number => instantIn(offsets, text)

/** The last minute of a day. */
export const endOf = (day: string): number => instantOf(`${day}T23:59`)

/** For formatters in UTC: the moment at which a clock in UTC shows what one of the directory shows at the given moment. */
export const asUtc = (instant: string | number): number => numberOf(instant) + offsetAt(offsets, numberOf(instant))

/** Whether the clock of the device shows another time than the one of the directory. */
export const isElsewhere = (instant: string | number): boolean =>
  -new Date(instant).getTimezoneOffset() * 60_000 !== offsetAt(offsets, numberOf(instant))
