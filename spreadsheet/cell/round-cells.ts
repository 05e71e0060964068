import { roundStateAt } from '#rules/round/round.ts'
import { zoneOf } from '#rules/time/zone.ts'
import type { RoundSheetRow } from '#store/spreadsheet/export.ts'
import type { RoundOnClock } from './cells.ts'
import { writeTime } from './time-read.ts'

/** Now, in the time zone of the directory. */
export type DirectoryClock = { at: Date; timeZone: string }

/** A round as an export shows it. */
export function onClock({ at, timeZone }: DirectoryClock): (round: RoundSheetRow) => RoundOnClock {
  const { offsets } = zoneOf(timeZone, at)
  return (round) => ({
    ...round,
    state: roundStateAt(round, at),
    opensAt: writeTime(offsets, round.opensAt),
    closesAt: writeTime(offsets, round.closesAt),
    projects: round.projects.map(({ slug }) => slug),
  })
}
