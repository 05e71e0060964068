import type { TransactionSql } from '#database/sql.ts'
import { demoPeople } from './people.ts'
import { demoProjects } from './projects.ts'
import { type Ids, idOf, requestKey } from './world.ts'

// Groups of students, curators of projects and two assigned reviews.

const groups = { ru: ['ИВТ-21', 'ИВТ-31', 'ПИ-22'], en: ['CS-2', 'CS-3', 'Design-3'] }

/** The account of the curator that the public text of the project names. */
const curatorOf: Record<string, string> = { 'Ольга Сергеевна Воронова': 'curator', 'Михаил Андреевич Лебедев': 'admin' }

const reviews = [
  { team: 'Вторая лаборатория', project: 'datchiki-vozduha', reviewer: 'curator' },
  { team: 'Paper Boats', project: 'ekskursii-na-zavod', reviewer: 'admin' },
]

export async function insertResponsibility(sql: TransactionSql, ids: { people: Ids; projects: Ids; requests: Ids }): Promise<void> {
  const students = demoPeople.filter(({ access }) => access === 'member')
  for (const [index, { login, surname }] of students.entries()) {
    const names = /[а-яё]/i.test(surname) ? groups.ru : groups.en
    await sql`update person set group_name = ${names[index % names.length]!} where id = ${idOf(ids.people, login)}`
  }
  for (const { slug, curator } of demoProjects) {
    const login = curatorOf[curator ?? '']
    if (login !== undefined) await sql`update project set curator_id = ${idOf(ids.people, login)} where id = ${idOf(ids.projects, slug)}`
  }
  for (const { team, project, reviewer } of reviews)
    await sql`update request set reviewer_id = ${idOf(ids.people, reviewer)} where id = ${idOf(ids.requests, requestKey(team, project))}`
}
