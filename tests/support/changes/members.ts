import { updateAccount } from '#contract/profile.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addPerson } from '#tests/support/world/teams.ts'
import { idOf, type Prepared, type Samples } from './sent.ts'

// What members, teams and guests do.

/** The caller administrates it; with others. */
export const ownTeam = ({ sql, me, unique }: Prepared, ...others: string[]): Promise<number> =>
  addTeam(sql, `Team ${unique}`, `${me.login}*`, ...others)

export async function workingTeam(given: Prepared): Promise<{ team: number; project: number; slug: string }> {
  const team = await ownTeam(given)
  const project = await addProject(given.sql, given.unique)
  await given.sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  return { team, project, slug: given.unique }
}

export async function application(given: Prepared): Promise<number> {
  const team = await ownTeam(given)
  const project = await addProject(given.sql, given.unique)
  return idOf(given.sql`insert into request (team_id, project_id, message) values (${team}, ${project}, 'm') returning id`)
}

/** A team of somebody else, who is its only member. */
async function otherTeam({ sql, unique }: Prepared): Promise<number> {
  await addPerson(sql, `${unique}-other`)
  return addTeam(sql, `Other ${unique}`, `${unique}-other*`)
}

const inADay = () => new Date(Date.now() + 86_400_000)

const joining = (sql: Prepared['sql'], table: 'person_invitation' | 'join_request', team: number, person: number): Promise<number> =>
  idOf(
    sql`insert into ${sql(table)} (team_id, person_id, created_at, expires_at) values (${team}, ${person}, now(), ${inADay()}) returning id`,
  )

export const ofMembers: Samples = {
  async createRequest(given) {
    await addProject(given.sql, given.unique)
    return { body: { project: given.unique, team: await ownTeam(given), message: 'We know our trees.' } }
  },
  async sendRequestMessage(given) {
    const id = await application(given)
    await given.sql`insert into request_message (request_id, role, text) values (${id}, 'curator', 'Who knows statistics?')`
    return { path: { id } }
  },
  async uploadResult(given) {
    const { team, slug } = await workingTeam(given)
    return { body: { project: slug, team, category: 'Report' }, file: 'report.txt' }
  },
  async changeResult(given) {
    const { team, project } = await workingTeam(given)
    const id = await idOf(given.sql`insert into file (kind, project_id, team_id, file_type_id)
      select 'result', ${project}, ${team}, id from file_type where name = 'Poster' returning id`)
    await given.sql`insert into file_version (file_id, version, name, mime, size, sha256)
      values (${id}, 1, 'a.txt', 'text/plain', 1, ${'a'.repeat(64)})`
    return { body: { file: id }, file: 'report.txt' }
  },
  createLink: async (given) => ({ body: { project: (await workingTeam(given)).slug, link: 'https://github.com/example/trees' } }),
  async uploadCover({ sql, unique }) {
    await addProject(sql, unique)
    return { path: { slug: unique }, body: { alt: 'One colour' }, file: 'cover.png' }
  },
  async createQuestion({ sql, unique }) {
    await addProject(sql, unique)
    return { path: { slug: unique } }
  },
  async confirmEmail({ sql, me, unique }) {
    await me.call(updateAccount, { body: { email: `new-${unique}@example.org`, phone: '' } })
    const [row] = await sql`select data from outbox where kind = 'email_change' and person_id = ${me.id}`
    return { body: { token: row!.data.token } }
  },
  createOwnTeam: ({ unique }) => ({ body: { name: `Own ${unique}`, description: '', isLooking: true } }),
  async undoTeamChange(given) {
    const id = await ownTeam(given)
    await given.sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${id}, 'disband', now(), ${inADay()})`
    return { path: { id }, body: {} }
  },
  leaveTeam: async (given) => ({ path: { id: await ownTeam(given, 'gleb*') } }),
  requestLeave: async (given) => ({ path: { id: (await workingTeam(given)).team } }),
  async handOverTeam(given) {
    const id = await ownTeam(given, 'gleb')
    return { path: { id, member: await idOf(given.sql`select id from member where team_id = ${id} and not is_administrator`) } }
  },
  // A link has a secret, which is not stored: its repeated call is tested in api/team/by-id/invitation.post.test.ts.
  async createInvitation(given) {
    return { path: { id: await ownTeam(given) }, body: { person: await addPerson(given.sql, `${given.unique}-invited`, 'QA') } }
  },
  async acceptInvitation(given) {
    const token = `pj_in_${given.unique}`
    await given.sql`insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
      select team_id, sha256(${token}::text::bytea), person_id, now(), ${inADay()}, 1 from member where team_id = ${await otherTeam(given)}`
    return { path: { token } }
  },
  answerInvitation: async (given) => ({
    path: { id: await joining(given.sql, 'person_invitation', await otherTeam(given), given.me.id) },
    body: { isAccepted: true },
  }),
  async createJoinRequest(given) {
    const id = await otherTeam(given)
    await given.sql`update team set is_looking = true where id = ${id}`
    return { path: { id } }
  },
  async answerJoinRequest(given) {
    const person = await addPerson(given.sql, `${given.unique}-asking`)
    return { path: { id: await joining(given.sql, 'join_request', await ownTeam(given), person) }, body: { isAccepted: true } }
  },
  sendEmail: () => ({}),
}
