import type { TransactionSql } from '#database/sql.ts'
import { type Ids, idOf, instant, type World } from './world.ts'

/** Days are offsets from today. The author of an answer is a curator, or answers for a team. */
type DemoQuestion = {
  project: string
  asker: string
  text: string
  day: number
  answer?: { by: string; team?: string; text: string; day: number }
  hidden?: { reason: string; day: number }
}

export const demoQuestions: DemoQuestion[] = [
  {
    project: 'museum-pocket-guide',
    asker: 'harriet.stone',
    text: 'I use a screen reader. Will the guide work without looking at the map?',
    day: -21,
    answer: {
      by: 'vera',
      team: 'Маяк',
      text: 'Yes. Every stop announces itself by sound, and the walk can be followed as a **plain list**. We test it with two visitors who are blind.',
      day: -20,
    },
  },
  {
    project: 'museum-pocket-guide',
    asker: 'samuel.okafor',
    text: 'Which beacons do you use, and how long does a battery last?',
    day: -6,
    answer: {
      by: 'boris',
      team: 'Маяк',
      text: 'Ordinary Bluetooth LE beacons:\n\n- one per room, three in the ship hall\n- a coin cell lasts about 14 months at one signal per second',
      day: -5,
    },
  },
  { project: 'museum-pocket-guide', asker: 'anna', text: 'Can we come to one of the Saturday tests just to watch?', day: -2 },
  {
    project: 'city-tree-census',
    asker: 'leila.haddad',
    text: 'Do we need a biologist in the team, or does the department check the species?',
    day: -8,
    answer: {
      by: 'curator',
      text: 'The department checks every tenth record and all rare species. Somebody who enjoys trees is enough.',
      day: -7,
    },
  },
  {
    project: 'city-tree-census',
    asker: 'jonas.weber',
    text: 'Is it enough to know Python, or is experience with maps required?',
    day: -3,
    answer: {
      by: 'curator',
      text: 'Python is fine. You can learn the map part: we have a small example with OpenStreetMap data.',
      day: -2,
    },
  },
  { project: 'city-tree-census', asker: 'gleb', text: 'May one person take part without a team?', day: -1 },
  {
    project: 'city-tree-census',
    asker: 'former',
    text: 'Best prices for garden tools, write to me!',
    day: -4,
    hidden: { reason: 'Advertising', day: -4 },
  },
  {
    project: 'karta-dvorov',
    asker: 'timur.salikhov',
    text: 'Нужно ли обходить дворы самим или данные собирают жители?',
    day: -9,
    answer: {
      by: 'curator',
      text: 'Жители собирают, команда обучает их и проверяет каждую десятую точку. На первый обход выходим вместе.',
      day: -8,
    },
  },
  {
    project: 'karta-dvorov',
    asker: 'gleb',
    text: 'Можно ли взять этот проект как курсовую работу?',
    day: -5,
    answer: { by: 'curator', text: 'Да, заказчик подпишет отзыв. Заранее согласуйте тему со своей кафедрой.', day: -4 },
  },
  {
    project: 'datchiki-vozduha',
    asker: 'fyodor.zimin',
    text: 'Кто покупает датчики и печатает корпуса?',
    day: -6,
    answer: {
      by: 'curator',
      text: 'Датчики уже закуплены, корпуса печатает школьная мастерская. От команды нужны **плата и прошивка**.',
      day: -6,
    },
  },
  {
    project: 'raspisanie-v-karmane',
    asker: 'alina.hasanova',
    text: 'На чём написана первая версия и можно ли посмотреть код до заявки?',
    day: -2,
  },
]

export async function insertQuestions(sql: TransactionSql, world: World, ids: { people: Ids; projects: Ids; teams: Ids }): Promise<void> {
  const rows = demoQuestions.map(({ project, asker, text, day, answer, hidden }, index) => ({
    project_id: idOf(ids.projects, project),
    person_id: idOf(ids.people, asker),
    text,
    created_at: instant(world, day, 20 + index),
    answer: answer?.text ?? null,
    answer_role: answer ? (answer.team ? 'team' : 'curator') : null,
    answer_team_id: answer?.team ? idOf(ids.teams, answer.team) : null,
    answer_by: answer ? idOf(ids.people, answer.by) : null,
    answered_at: answer ? instant(world, answer.day, 80 + index) : null,
    hidden_at: hidden ? instant(world, hidden.day, 90 + index) : null,
    hidden_reason: hidden?.reason ?? null,
  }))
  await sql`insert into question ${sql(rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime()))}`
}
