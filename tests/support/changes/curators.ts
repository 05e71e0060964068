import { createAnnouncement } from '#contract/console/announcement.ts'
import { changeProjects } from '#contract/console/project-bulk.ts'
import { moveTeam } from '#contract/console/team.ts'
import { decideRequest } from '#contract/request.ts'
import { openSession } from '#tests/support/session.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addPerson } from '#tests/support/world/teams.ts'
import { application, workingTeam } from './members.ts'
import { idOf, type Prepared, type Samples, type Sent } from './sent.ts'

// What curators and administrators do in the console.

const reason = (sql: Prepared['sql']) => idOf(sql`select min(id) as id from refusal_reason`)
const message = { subject: 'Meeting on Friday', body: 'We meet at **14:00** in room 12.' }

const inProject = async ({ sql, unique }: Prepared): Promise<Sent> => ({ path: { id: await addProject(sql, unique) } })

async function decided(given: Prepared): Promise<Sent> {
  const id = await application(given)
  await given.me.call(decideRequest, { params: { id: String(id) }, body: { decision: 'decline', reason: await reason(given.sql) } })
  return { path: { id } }
}

async function mail({ sql, me }: Prepared, state: 'failed' | 'queued'): Promise<Sent> {
  const ended = state === 'failed' ? new Date() : null
  const due = state === 'failed' ? null : new Date()
  return {
    path: {
      id: await idOf(sql`insert into outbox (kind, state, person_id, data, created_at, due_at, ended_at)
        values ('team_added', ${state}, ${me.id}, '{}', now(), ${due}, ${ended}) returning id`),
    },
  }
}

async function importEmails({ sql, me, unique }: Prepared): Promise<Sent> {
  const team = await addTeam(sql, `Team ${unique}`, `${me.login}*`)
  return {
    path: {
      id: await idOf(sql`insert into import_email (created_at, author_id, members)
        select now(), ${me.id}, array_agg(id) from member where team_id = ${team} returning id`),
    },
  }
}

const word = (sql: Prepared['sql'], name: string) => idOf(sql`insert into tag (name) values (${name}) returning id`)

export const ofCurators: Samples = {
  decideRequest: async (given) => ({
    path: { id: await application(given) },
    body: { decision: 'decline', reason: await reason(given.sql), comment: 'Try again next term.' },
  }),
  undoDecision: decided,
  applyDecision: decided,
  declineRequests: async (given) => ({ body: { requests: [await application(given)], reason: await reason(given.sql) } }),
  assignRequests: async (given) => ({ body: { requests: [await application(given)], reviewer: given.me.id } }),
  createProject: ({ unique }) => ({ body: { name: `Bridge Watch ${unique}`, teamLimit: 2 } }),
  setProjectState: async ({ sql, unique }) => ({
    path: { id: await addProject(sql, unique, { state: 'draft' }) },
    body: { state: 'published' },
  }),
  duplicateProject: inProject,
  addDescriptionFile: async (given) => ({ ...(await inProject(given)), file: 'report.txt' }),
  changeProjects: async ({ sql, unique }) => ({ body: { mode: 'do', ids: [await addProject(sql, unique)], change: { shiftDays: 7 } } }),
  async undoProjectChange({ sql, me, unique }) {
    const ids = [await addProject(sql, unique)]
    const { undo } = await me.call(changeProjects, { body: { mode: 'do', ids, change: { shiftDays: 7 } } })
    return { path: { id: undo!.id } }
  },
  createTeam: ({ unique, me }) => ({ body: { name: `Lighthouse ${unique}`, members: [{ person: me.id, isAdministrator: true }] } }),
  async undoMove(given) {
    const { team } = await workingTeam(given)
    await given.me.call(moveTeam, { params: { id: String(team) }, body: { project: null } })
    return { path: { id: team } }
  },
  addMember: async ({ sql, me, unique }) => ({
    path: { id: await addTeam(sql, `Team ${unique}`, 'gleb*') },
    body: { person: me.id, isAdministrator: true, roles: ['Tester'] },
  }),
  async answerLeaveRequest(given) {
    const { team } = await workingTeam(given)
    return {
      path: {
        id: await idOf(
          given.sql`insert into leave_request (team_id, person_id, created_at) values (${team}, ${given.me.id}, now()) returning id`,
        ),
      },
      body: { isAgreed: true },
    }
  },
  createPerson: ({ unique }) => ({ body: { name: `Ivan ${unique}`, surname: unique, email: `ivan.${unique}@example.org` } }),
  async signOutPerson({ service, sql, unique }) {
    const id = await addPerson(sql, `${unique}-other`)
    await openSession(service, `${unique}-other`)
    return { path: { id } }
  },
  mergePeople: async ({ sql, unique }) => ({
    path: { id: await addPerson(sql, `${unique}-one`) },
    body: { into: await addPerson(sql, `${unique}-two`) },
  }),
  createWord: ({ unique }) => ({ body: { name: `Ecology ${unique}` } }),
  mergeWord: async ({ sql, unique }) => ({
    path: { id: await word(sql, `One ${unique}`) },
    body: { into: await word(sql, `Two ${unique}`) },
  }),
  createSynonym: ({ unique }) => ({ body: { kind: 'one-way', words: [unique], expandsTo: ['neural network'] } }),
  createNote: async (given) => ({ body: { on: 'request', id: await application(given), text: 'They have no statistician yet.' } }),
  askTeam: async (given) => ({ path: { id: await application(given) } }),
  createAnnouncement: () => ({ body: { ...message, audience: { kind: 'all-teams' } } }),
  testAnnouncement: () => ({ body: message }),
  async recallAnnouncement({ me }) {
    return { path: { id: (await me.call(createAnnouncement, { body: { ...message, audience: { kind: 'all-teams' } } })).id } }
  },
  resendMail: (given) => mail(given, 'failed'),
  cancelMail: (given) => mail(given, 'queued'),
  async allowAddress({ sql, unique }) {
    const address = `${unique}@example.org`
    await sql`insert into mail_bounce (address, count, reply, last_at) values (${address}, 2, '550 no such user', now())`
    return { body: { address } }
  },
  importSheet: () => ({ body: { mode: 'do' }, file: 'tags.csv' }),
  sendImportEmails: importEmails,
  cancelImportEmails: importEmails,
  createView: ({ unique }) => ({ body: { list: 'project', name: unique, query: 'status=open', isShared: false } }),
  uploadLogo: () => ({ file: 'logo.png' }),
}
