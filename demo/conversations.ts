import type { TransactionSql } from '#database/sql.ts'
import { type Ids, idOf, instant, requestKey, type World } from './world.ts'

// Questions of curators to the teams of applications, and notes between curators. Days are offsets from today.

const messages = [
  {
    team: 'Вторая лаборатория',
    project: 'datchiki-vozduha',
    role: 'curator',
    by: 'curator',
    text: 'Сколько станций вы успеете собрать до конца ноября?',
    day: -2,
  },
  {
    team: 'Вторая лаборатория',
    project: 'datchiki-vozduha',
    role: 'team',
    by: null,
    text: 'Шесть: четыре уже готовы, для двух ждём платы.',
    day: -1,
  },
  {
    team: 'Paper Boats',
    project: 'city-tree-census',
    role: 'curator',
    by: 'curator',
    text: 'Who of you will train the volunteers? The department needs **two sessions** in December.',
    day: -1,
  },
] as const

const notes = [
  {
    team: 'Северный ветер',
    project: 'karta-dvorov',
    by: 'curator',
    text: 'В прошлый раз сдали на две недели раньше срока. @admin, найдём им *пять телефонов* для обхода?',
    mentions: ['admin'],
    day: -1,
  },
] as const

type AllIds = { people: Ids; requests: Ids; applicant: (team: string) => string }

export async function insertConversations(sql: TransactionSql, world: World, { people, requests, applicant }: AllIds): Promise<void> {
  await sql`insert into request_message ${sql(
    messages.map(({ team, project, role, by, text, day }, index) => ({
      request_id: idOf(requests, requestKey(team, project)),
      role,
      author_id: idOf(people, by ?? applicant(team)),
      text,
      created_at: instant(world, day, 100 + index),
    })),
  )}`
  for (const { team, project, by, text, mentions, day } of notes) {
    const [row] = await sql<{ id: number }[]>`
      insert into note (request_id, author_id, text, created_at)
      values (${idOf(requests, requestKey(team, project))}, ${idOf(people, by)}, ${text}, ${instant(world, day, 110)}) returning id`
    for (const login of mentions) await sql`insert into note_mention values (${row!.id}, ${idOf(people, login)})`
  }
}
