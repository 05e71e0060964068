import type { TransactionSql } from '#database/sql.ts'
import type { Drawn } from '#store/round/edit.ts'
import { demo } from './data.ts'

export type StoreFile = (bytes: Uint8Array) => Promise<{ sha256: string; size: number }>
/** The parts of a round that need the master key and the rules; run/rounds/demo-rounds.ts has them. */
export type RoundSeeds = {
  draw(round: number): Drawn
  publish(sql: TransactionSql, round: number, act: { sealedAt: Date; publishedAt: Date; actorId: number; today: string }): Promise<void>
}
export type World = { today: string; storeFile: StoreFile; hasCovers?: boolean; rounds?: RoundSeeds }

const DAY = 86_400_000

/** Morning hours only, so that times of yesterday are in the past in every time zone. */
export const instant = ({ today }: World, day: number, minute = 0) =>
  new Date(Date.parse(`${today}T08:00:00Z`) + day * DAY + minute * 60_000)

export const calendarDay = ({ today }: World, day: number | null) =>
  day === null ? null : new Date(Date.parse(`${today}T00:00:00Z`) + day * DAY).toISOString().slice(0, 10)

/** Database ids by the keys of the demo data: slugs, logins and names. */
export type Ids = Map<string, number>
export type Keyed = { id: number; key: string }
export type AllIds = { people: Ids; projects: Ids; teams: Ids; requests: Ids }

export const idsBy = (rows: Iterable<Keyed>): Ids => new Map(Array.from(rows, ({ id, key }) => [key, id]))

export function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the demo data refers to "${key}", which does not exist`)
  return id
}

export const requestKey = ({ team, project }: { team: string; project: string }) => `${team} → ${project}`

export const administratorOf = (name: string) => demo.teams.find((team) => team.name === name)!.members[0]!.login!
