import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import fc from 'fast-check'
import { momentOf } from '#actions/moment.ts'
import { changeMembers } from '#actions/team/members.ts'
import type { ApiApp } from '#api/app.ts'
import setDisabled from '#api/console/person/by-id/disabled.put.ts'
import mergePeople from '#api/console/person/by-id/merge.post.ts'
import leaveTeam from '#api/team/by-id/leave.post.ts'
import handOverTeam from '#api/team/by-id/member/by-member/administrator.post.ts'
import removeOwnMember from '#api/team/by-id/member/by-member.delete.ts'
import disbandTeam from '#api/team/by-id.delete.ts'
import deleteUser from '#api/user.delete.ts'
import { connect, repeatOnDeadlock, type Sql } from '#database/sql.ts'
import type { AnyRoute } from '#http/handle.ts'
import { Refusal } from '#http/response/problem.ts'
import { defaultSettings } from '#rules/settings/settings.ts'
import { createCalendar } from '#rules/time/day.ts'
import { insertMember } from '#store/team/change.ts'
import { lockTeam } from '#store/team/lock.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { patient } from '#tests/support/service.ts'
import { seedNumber, share, testPart, tier } from '#tests/support/tier.ts'

// Random stories of teams whose administrators leave, are removed, hand over, and whose accounts are deleted, merged, disabled and enabled, several of
// them at the same time: a team with a member who can act always has an administrator who can, and a team without members is disbanded.

const RUNS = share(250)
const SIDE_BY_SIDE = 2
const PEOPLE = 5
const TEAMS = 2

let database: TestDatabase
let sql: Sql // acts on one team wait for each other: on a busy machine longer than a call may
let curator: number
before(async () => {
  database = await testDatabase()
  sql = connect(database.database, { ...patient, connectTimeout: 60_000, mayNest: true })
  const [row] =
    await database.sql`insert into person (login, name, surname, access) values ('curator', 'C', 'C', 'administrator') returning id`
  curator = row!.id
})
after(async () => {
  await sql?.end({ timeout: 5 })
  await database?.close()
})

type World = { people: number[]; teams: number[] }
type Act = { kind: (typeof kinds)[number]; who: number; other: number; team: number }
const kinds = [
  'leave',
  'leave',
  'delete',
  'disable',
  'disable',
  'enable',
  'merge',
  'remove',
  'handOver',
  'handOverAndStay',
  'join',
  'disband',
] as const
const acts: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(PEOPLE - 1),
  other: fc.nat(PEOPLE - 1),
  team: fc.nat(TEAMS - 1),
})

/** Everybody is in every team; the first two are administrators. Later people have been members for longer. */
async function newWorld(sql: Sql): Promise<World> {
  const idsOf = (rows: readonly unknown[]) => (rows as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)
  const people = idsOf(
    await sql`insert into person (login, name, surname) select gen_random_uuid(), 'N', 'S' from generate_series(1, ${PEOPLE}) returning id`,
  )
  return sql.begin(async (sql) => {
    const teams = idsOf(
      await sql`insert into team (name, formed_by) select gen_random_uuid(), 'members' from generate_series(1, ${TEAMS}) returning id`,
    )
    await sql`
      insert into member (team_id, person_id, name, is_administrator, created_at)
      select team, person, 'x', nth <= 2, now() - nth * interval '1 day'
      from unnest(${teams}::int[]) as team, unnest(${people}::int[]) with ordinality as given (person, nth)`
    return { people, teams }
  })
}

type Member = { id: number; team: number; person: number; isAdministrator: boolean; isActive: boolean }

/** Without deleted accounts; the longest-standing first. */
const membersOf = (sql: Sql, { teams }: World): Promise<Member[]> => sql<Member[]>`
  select m.id, m.team_id as team, m.person_id as person, m.is_administrator as "isAdministrator", p.disabled_at is null as "isActive"
  from member m join person p on p.id = m.person_id join team t on t.id = m.team_id
  where m.team_id = any(${teams}::int[]) and p.deleted_at is null and t.disbanded_at is null order by m.team_id, m.created_at, m.id`

const seen = new Map<string, number>()
const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)

/** As a handler does it. False when it was refused. */
async function perform(sql: Sql, world: World, { kind, who, other, team }: Act): Promise<boolean> {
  const app = {
    sql,
    now: () => new Date(),
    calendar: createCalendar('UTC'),
    apiUrl: 'http://localhost/api',
    settings: { ...defaultSettings, undoMinutes: 0 },
    catalog: { roleTerms: () => [] },
    signedIn: { forget() {}, forgetPerson() {} },
  } as unknown as ApiApp
  const [person, target, id] = [world.people[who]!, world.people[other]!, world.teams[team]!]
  const call = async (route: AnyRoute<ApiApp>, callerId: number, params: object, body: object = {}): Promise<boolean> => {
    const caller = { id: callerId, access: callerId === curator ? 'administrator' : 'member', sid: null }
    const change = (work: never) => repeatOnDeadlock(() => sql.begin(work)) // as http/context.ts does
    const rest = { language: 'en', requestId: 'model', change, record() {}, refuseIfChanged() {} }
    try {
      await route.run({ app, caller, params, body, ...rest } as never)
      count(kind)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      count(error.code)
      return false
    }
  }
  const memberIn = async (personId: number) =>
    String((await sql`select id from member where team_id = ${id} and person_id = ${personId}`)[0]?.id ?? 0)
  // A caller with a closed account has no session.
  const [open] = await sql`select 1 from person where id = ${person} and disabled_at is null`
  const isOfCurator = kind === 'disable' || kind === 'enable' || kind === 'merge'
  if (!open && !isOfCurator) return false
  switch (kind) {
    case 'leave':
      return call(leaveTeam, person, { id: String(id) })
    case 'delete':
      return call(deleteUser, person, {})
    case 'disable':
    case 'enable':
      return call(setDisabled, curator, { id: String(person) }, { isDisabled: kind === 'disable' })
    case 'merge':
      return call(mergePeople, curator, { id: String(person) }, { into: target })
    case 'remove':
      return call(removeOwnMember, person, { id: String(id), member: await memberIn(target) })
    case 'handOver':
    case 'handOverAndStay':
      return call(handOverTeam, person, { id: String(id), member: await memberIn(target) }, { staysAdministrator: kind !== 'handOver' })
    case 'disband':
      return call(disbandTeam, person, { id: String(id) })
    case 'join':
      return repeatOnDeadlock(() =>
        sql.begin(async (sql) => {
          await lockTeam(sql, id)
          const [free] = await sql`
            select 1 from team t where t.id = ${id} and t.disbanded_at is null
              and not exists (select 1 from member m where m.team_id = t.id and m.person_id = ${person})`
          const member = { personId: person, name: 'x', isAdministrator: false, roleIds: [] }
          const at = new Date()
          if (free) await changeMembers(sql, [id], momentOf(app, at), () => insertMember(sql, id, member, at))
          return free !== undefined
        }),
      )
  }
}

/** Whoever has become administrator without being appointed was told. */
async function assertTold(sql: Sql, members: Member[], appointed: Set<string>): Promise<void> {
  for (const { team, person } of members.filter((one) => one.isAdministrator && !appointed.has(`${one.team} ${one.person}`))) {
    const told =
      await sql`select 1 from outbox where kind = 'team_admin' and person_id = ${person} and data->'team' = to_jsonb(${team}::int)`
    assert.equal(told.length, 1, `person ${person} became administrator of team ${team} and got ${told.length} emails`)
    count('heir')
    appointed.add(`${team} ${person}`)
  }
}

async function assertAdministrators(sql: Sql, world: World, members: Member[]): Promise<void> {
  for (const team of world.teams) {
    const active = members.filter((one) => one.team === team && one.isActive)
    assert.ok(active.length === 0 || active.some((one) => one.isAdministrator), `team ${team} has members, but no administrator`)
  }
  const empty = await sql`
    select t.id from team t where t.id = any(${world.teams}::int[]) and t.disbanded_at is null and not exists (
      select 1 from member m join person p on p.id = m.person_id where m.team_id = t.id and p.deleted_at is null)`
  assert.deepEqual([...empty], [], 'a team without members is not disbanded')
}

/** After a single act: administrators who can act stay, or the longest-standing member who can becomes one. */
function assertHeir(world: World, { kind, who, other, team }: Act, before: Member[], after: Member[]): void {
  if (kind === 'merge') return // moves memberships between accounts
  for (const [n, id] of world.teams.entries()) {
    const was = new Map(before.filter((one) => one.team === id).map((one) => [one.id, one.isAdministrator]))
    const isHandedOver = kind.startsWith('handOver') && n === team
    const active = after.filter((one) => one.team === id && one.isActive)
    const expected = active.filter(({ id, person }) => {
      if (isHandedOver && person === world.people[other]) return true
      if (isHandedOver && kind === 'handOver' && person === world.people[who]) return false
      return was.get(id) === true
    })
    assert.deepEqual(
      active.filter((one) => one.isAdministrator).map((one) => one.person),
      (expected.length > 0 ? expected : active.slice(0, 1)).map((one) => one.person),
      `${kind} in team ${id}`,
    )
  }
}

testPart(`${RUNS} random stories: a team is never without an administrator`, async () => {
  const stories = (numRuns: number, seed: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(acts, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 }), async (story) => {
        const world = await newWorld(sql)
        const appointed = new Set(world.teams.flatMap((team) => world.people.slice(0, 2).map((person) => `${team} ${person}`)))
        let members = await membersOf(sql, world)
        for (const together of story) {
          const earlier = members
          const done = await Promise.all(together.map((act) => perform(sql, world, act)))
          members = await membersOf(sql, world)
          const succeeded = together.filter((_, n) => done[n])
          // Acts at the same time are done in any order: who has left may have come back as the target of a merge.
          const before = new Set(appointed)
          for (const { kind, who, other, team } of succeeded)
            if (kind === 'leave' || kind === 'remove')
              appointed.delete(`${world.teams[team]} ${world.people[kind === 'leave' ? who : other]}`)
          for (const { kind, other, team } of succeeded)
            if (kind.startsWith('handOver')) appointed.add(`${world.teams[team]} ${world.people[other]}`)
          // One account may be merged into another, and that one into a third.
          const merges = succeeded.filter(({ kind }) => kind === 'merge')
          for (const { who, other } of merges.flatMap(() => merges))
            for (const id of world.teams)
              if (before.has(`${id} ${world.people[who]}`)) {
                before.add(`${id} ${world.people[other]}`)
                appointed.add(`${id} ${world.people[other]}`)
              }
          await assertAdministrators(sql, world, members)
          await assertTold(sql, members, appointed)
          // Whoever becomes one again is told again.
          await sql`delete from outbox where kind = 'team_admin' and (data->>'team')::int = any(${world.teams}::int[])`
          const [only] = together
          if (together.length === 1 && done[0]) assertHeir(world, only!, earlier, members)
        }
      }),
      { numRuns, seed, examples: kinds.map((kind) => [[[{ kind, who: 0, other: 4, team: 0 }]]]) }, // each kind comes up
    )
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, n) => stories(Math.ceil(RUNS / SIDE_BY_SIDE) + kinds.length, seedNumber + n)))
  if (tier === 'gate') return // too few stories for every outcome
  for (const what of [...kinds.filter((kind) => kind !== 'join'), 'heir', 'not_team_administrator', 'team_not_found'])
    assert.ok(seen.has(what), `${what} never came up`)
})
