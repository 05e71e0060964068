import { listSaved, saveProject, unsaveProject } from '#contract/saved.ts'
import type { Sql } from '#database/sql.ts'
import type { callAs } from '#tests/support/sign-in.ts'

// Calls of tests about saved projects.

type Caller = Awaited<ReturnType<typeof callAs>>

export const slugsOf = async (call: Caller): Promise<string[]> => (await call(listSaved)).projects.map(({ slug }) => slug)
export const save = (call: Caller, slug: string) => call(saveProject, { params: { slug } })
export const unsave = (call: Caller, slug: string) => call(unsaveProject, { params: { slug } })

export const savedRows = async (sql: Sql, login: string) => [
  ...(await sql`select s.* from saved_project s join person p on p.id = s.person_id where p.login = ${login} order by project_id`),
]
