import type { TransactionSql } from '#database/sql.ts'
import { demo } from '#demo/data.ts'
import { type AllIds, calendarDay, type Ids, idOf, idsBy, instant, type Keyed, requestKey, type World } from '#demo/world.ts'
import { announceRound, insertRound, type NewMark, setLock, setMarks, setRoundOf, showWindows } from '#store/round/edit.ts'
import { insertDemoIdentities } from './people.ts'

/** Teams of the rounds, with one account each. */
async function insertRoundTeams(sql: TransactionSql, world: World): Promise<{ teams: Ids; people: Ids }> {
  const people = demo.rounds.teams.map(({ login, admin: [surname, name] }, index) => ({
    ...{ login, surname, name, patronymic: '' },
    email: `${login}@students.example.org`,
    created_at: instant(world, -90, index),
    updated_at: instant(world, -90, index),
  }))
  const personIds = idsBy(await sql<Keyed[]>`insert into person ${sql(people)} returning id, login as key`)
  await insertDemoIdentities(sql)
  const created = instant(world, -60)
  const rows = demo.rounds.teams.map(({ name }) => ({ name, created_at: created, updated_at: created }))
  const teams = idsBy(await sql<Keyed[]>`insert into team ${sql(rows)} returning id, name as key`)
  const members = demo.rounds.teams.flatMap(({ name, login, admin: [surname, first], others }) => [
    {
      team_id: idOf(teams, name),
      person_id: idOf(personIds, login) as number | null,
      name: `${surname} ${first}`,
      is_administrator: true,
      created_at: created,
    },
    ...others.map((other) => ({ team_id: idOf(teams, name), person_id: null, name: other, is_administrator: false, created_at: created })),
  ])
  await sql`insert into member ${sql(members)}`
  return { teams, people: personIds }
}

async function insertChoices(
  sql: TransactionSql,
  world: World,
  round: { id: number; opensDay: number; choices: { team: string; projects: string[] }[] },
  ids: { projects: Ids; teams: Ids },
): Promise<Ids> {
  const wanted = round.choices.flatMap(({ team, projects }) => projects.map((project) => ({ team, project })))
  const requests: Ids = new Map()
  for (const [index, { team, project }] of wanted.entries()) {
    const at = instant(world, round.opensDay + 1, index)
    const [row] = await sql<{ id: number }[]>`
      insert into request ${sql({ team_id: idOf(ids.teams, team), project_id: idOf(ids.projects, project), status: 'submitted', round_id: round.id, created_at: at, updated_at: at })}
      returning id`
    await sql`
      insert into request_transition (request_id, to_status, actor_id, at)
      select ${row!.id}, 'submitted', (select person_id from member where team_id = ${idOf(ids.teams, team)} and is_administrator order by id limit 1), ${at}`
    requests.set(requestKey({ team, project }), row!.id)
  }
  return requests
}

/** Needs what only the service can do: drawing seeds, placing and publishing. Without it there are no demo rounds. */
export async function insertRounds(sql: TransactionSql, world: World, ids: AllIds): Promise<void> {
  if (!world.rounds) return
  const made = await insertRoundTeams(sql, world)
  const teams: Ids = new Map([...ids.teams, ...made.teams])
  const reasons = await sql<{ id: number }[]>`select id from refusal_reason order by position, id`
  const curator = idOf(ids.people, 'curator')
  for (const { marks, locks, projects, resultsDay, ...round } of demo.rounds.rounds) {
    const [announcedAt, opensAt, closesAt] = [round.opensDay - 5, round.opensDay, round.closesDay].map((day) => instant(world, day)) as [
      Date,
      Date,
      Date,
    ]
    const window = { firstDay: calendarDay(world, round.opensDay), lastDay: calendarDay(world, round.closesDay) }
    const times = { opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() }
    const id = await insertRound(
      sql,
      { ...round, ...times, ...window, mode: 'ranked', rule: 'fair', offerHours: 48, bundleFor: 'everyone' },
      announcedAt,
    )
    await setRoundOf(
      sql,
      projects.map((slug) => idOf(ids.projects, slug)),
      id,
      announcedAt,
    )
    await announceRound(sql, id, world.rounds.draw(id), announcedAt)
    await showWindows(sql, { round: id }, announcedAt)
    await sql`update round set opened_at = ${opensAt} where id = ${id}`
    const requests = await insertChoices(sql, world, { id, ...round }, { projects: ids.projects, teams })
    const newMarks = marks.map(({ team, project, mark, reason }) => ({
      request: idOf(requests, requestKey({ team, project })),
      mark: mark as NewMark['mark'],
      reason: reason === null ? null : reasons[reason]!.id,
    }))
    await setMarks(sql, id, newMarks)
    for (const { team, project, reason } of locks)
      await setLock(sql, id, idOf(teams, team), { project: idOf(ids.projects, project), reason }, closesAt)
    if (resultsDay === null) continue
    const today = calendarDay(world, resultsDay)!
    await world.rounds.publish(sql, id, { sealedAt: closesAt, publishedAt: instant(world, resultsDay), actorId: curator, today })
  }
  // The results are days old: no email is due now.
  await sql`delete from outbox where kind = 'round_result'`
}
