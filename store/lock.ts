import type { AnySql, PendingQuery, Row } from '#database/sql.ts'

// Row locks, until the transaction ends. Always in this order, and several rows of a table by id, so that concurrent calls cannot deadlock:
//
// | rows       | mode          | what waits |
// | ---------- | ------------- | --- |
// | round      | share         | sealing, publishing, changing the window: none of it happens between a rule about the round and what is written |
// | wholeRound | no key update | the others that change wishes, exchanges or results of the round |
// | project    | no key update | whoever takes one of its places, or changes it |
// | team       | no key update | whoever changes its members, its work, its requests, its files, or what is open about them |
// | member     | no key update | whoever changes it or its roles |
// | request    | no key update | whoever decides, edits or withdraws it |
// | offer      | no key update | whoever answers it |
// | person     | no key update | limits of a person across teams |
//
// A lock is a statement of its own: the query behind it, which can be sent in the same round trip, sees what the previous holder committed. A
// single statement that waits for a lock reads the snapshot from before the wait.

const tables = {
  round: 'round',
  wholeRound: 'round',
  project: 'project',
  team: 'team',
  member: 'member',
  request: 'request',
  offer: 'round_offer',
  person: 'person',
} as const
type Lockable = keyof typeof tables
const order = Object.keys(tables) as Lockable[]

type Part = PendingQuery<Row[]>

/** The ids of each, as a list of values or a `select`. Those of one statement are read before all of its locks. */
export function lockRows(sql: AnySql, ids: Partial<Record<Lockable, Part>>): Part {
  const given = order.filter((key) => ids[key] !== undefined)
  const locks = given.map((key, index) => {
    const before = given[index - 1]
    const isNext = before ? sql`(select count(*) from ${sql(`locked_${tables[before]}`)}) >= 0` : sql`true`
    const mode = key === 'round' ? sql`share` : sql`no key update`
    return sql`select id from ${sql(tables[key])} where id in (${ids[key]!}) and ${isNext} order by id for ${mode}`
  })
  const last = locks.pop()!
  return locks.length === 0
    ? last
    : sql`with ${locks.map((lock, index) => sql`${sql(`locked_${tables[given[index]!]}`)} as (${lock})`).reduce((all, one) => sql`${all}, ${one}`)} ${last}`
}
