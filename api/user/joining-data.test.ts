import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { mergePeople } from '#contract/console/person.ts'
import { getJoining, listOpenPeople, updateJoining } from '#contract/joining.ts'
import { deleteUser, exportUser } from '#contract/profile.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'
import { addTeam, personOf } from '#tests/support/world/requests.ts'

// What a person has said about joining, and was sent, in the export, after the deletion and after a merge of accounts.

const { service } = useService()
before(async () => {
  await service.sql`delete from person_joining`
  for (const table of ['person_invitation', 'team_invitation', 'join_request', 'leave_request'])
    await service.sql`delete from ${service.sql(table)}`
})

const rowsOf = async (id: number) => {
  const [row] = await service.sql`select
    (select count(*)::int from person_joining where person_id = ${id}) as joining,
    (select count(*)::int from person_joining_role where person_id = ${id}) as roles,
    (select count(*)::int from person_joining_project where person_id = ${id}) as projects,
    (select count(*)::int from person_invitation where person_id = ${id} or invited_by = ${id}) as invitations,
    (select count(*)::int from team_invitation where created_by = ${id}) as links,
    (select count(*)::int from join_request where person_id = ${id}) as "joinRequests",
    (select count(*)::int from leave_request where person_id = ${id}) as "leaveRequests"`
  return { ...row }
}

test('the export has the joining profile, invitations, links and requests; nothing of them remains after the deletion', async () => {
  const { sql } = service
  const [gleb, anna] = [await callAs(service, 'gleb'), await callAs(service, 'anna')]
  const { id } = gleb.tokens.user
  const [project] = await sql`select slug from project where state = 'published' order by id limit 1`
  await gleb(updateJoining, { body: { isOpen: true, sentence: 'I test.', roles: ['QA'], projects: [project!.slug] } })
  const [team, other] = [await addTeam(sql, 'Exported', 'vera*', 'gleb'), await addTeam(sql, 'Inviting', 'anna*')]
  const due = new Date(Date.now() + 86_400_000)
  await sql`insert into person_invitation (team_id, person_id, invited_by, message, created_at, expires_at) values
    (${other}, ${id}, ${anna.tokens.user.id}, 'Join us', now(), ${due}), (${team}, ${anna.tokens.user.id}, ${id}, 'Come', now(), ${due})`
  await sql`insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses) values
    (${team}, ${Buffer.alloc(32, 7)}, ${id}, now(), ${due}, 3)`
  await sql`insert into join_request (team_id, person_id, message, created_at, expires_at) values (${other}, ${id}, 'Me too', now(), ${due})`
  await sql`insert into leave_request (team_id, person_id, message, created_at) values (${team}, ${id}, 'I move', now())`

  const text = JSON.stringify(await gleb(exportUser))
  const document = JSON.parse(text)
  const { updatedAt, ...joining } = document.joining
  assert.ok(updatedAt)
  assert.deepEqual(joining, { isOpen: true, sentence: 'I test.', neverInvite: false, roles: ['QA'], projects: [project!.slug] })
  const about = (list: { team: string; message: string }[]) => list.map(({ team, message }) => [team, message])
  assert.deepEqual(about(document.invitations), [['Inviting', 'Join us']])
  assert.deepEqual(about(document.sentInvitations), [['Exported', 'Come']])
  assert.deepEqual([document.invitationLinks[0].team, document.invitationLinks[0].mostUses], ['Exported', 3])
  assert.deepEqual(about(document.joinRequests), [['Inviting', 'Me too']])
  assert.deepEqual(about(document.leaveRequests), [['Exported', 'I move']])
  for (const secret of ['hash', '07070707', 'Ковалёва', 'anna']) assert.ok(!text.includes(secret), secret)

  assert.equal((await anna(listOpenPeople)).total, 1)
  await gleb(deleteUser)
  assert.equal((await anna(listOpenPeople)).total, 0)
  assert.deepEqual(new Set(Object.values(await rowsOf(id))), new Set([0]))
  const [sent] = await sql`select status, invited_by from person_invitation where message = 'Come'`
  assert.deepEqual({ ...sent }, { status: 'ended', invited_by: null })
})

test('a merge moves the joining profile, unless the other account has one; “never invite” wins', async () => {
  const { sql } = service
  const admin = await callAs(service, 'admin')
  const boris = await callAs(service, 'boris')
  const merge = async (from: string, into: string) => {
    const [a, b] = [await personOf(sql, from), await personOf(sql, into)]
    await admin(mergePeople, { params: { id: String(a) }, body: { into: b } })
  }
  const say = async (login: string, sentence: string, neverInvite = false) => {
    const id = await personOf(sql, login)
    await sql`insert into person_joining values (${id}, ${!neverInvite}, ${sentence}, ${neverInvite}, now())`
    await sql`insert into person_joining_role select ${id}, id, 0 from role where name = 'Designer'`
  }
  await say('peter.vance', 'Moved')
  await merge('peter.vance', 'boris')
  const moved = { isOpen: true, sentence: 'Moved', roles: ['Designer'], projects: [], neverInvite: false }
  assert.deepEqual(await boris(getJoining), moved)
  await say('erik.dahl', 'Of another account', true)
  await merge('erik.dahl', 'boris')
  assert.deepEqual(await boris(getJoining), { ...moved, isOpen: false, neverInvite: true })
})
