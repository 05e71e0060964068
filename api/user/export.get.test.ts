import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportUser, updateAccount } from '#contract/profile.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

type Document = Record<string, { [key: string]: unknown }[]> & { account: Record<string, unknown>; pendingEmail: { email: string } | null }

test('the export has all data about the caller', async () => {
  const anna = await callAs(service, 'anna')
  await anna(updateAccount, { body: { email: 'anna.new@example.org', phone: '' } })
  const { id } = anna.tokens.user
  await service.sql`update file_version set created_by = ${id} where (file_id, version) in (select file_id, version from file_version limit 2)`
  const document = (await anna(exportUser)) as unknown as Document
  assert.deepEqual([document.account.id, document.account.email, document.account.surname], [id, 'anna@students.example.org', 'Ковалёва'])
  assert.equal(document.pendingEmail!.email, 'anna.new@example.org')
  assert.deepEqual(
    document.identities!.map(({ provider, subject }) => [provider, subject]),
    [['idp', 'anna']],
  )
  assert.ok(document.sessions!.length >= 1)
  assert.deepEqual(
    document.teams!.map(({ name, roles, isAdministrator }) => [name, roles, isAdministrator]),
    [['Северный ветер', ['Team Lead', 'Frontend Developer'], true]],
  )
  assert.deepEqual(document.requests!.map(({ project }) => project).toSorted(), [
    'biblioteka-veshchey',
    'hospital-queue-board',
    'karta-dvorov',
  ])
  assert.ok(document.requests!.every(({ message }) => typeof message === 'string'))
  const versions = await service.sql`select 1 from file_version where created_by = ${id}`
  assert.ok(versions.length >= 2)
  assert.equal(document.files!.length, versions.length)
  const transitions = await service.sql`select 1 from request_transition where actor_id = ${id}`
  assert.equal(document.transitions!.length, transitions.length)
  assert.ok(document.links)
  assert.deepEqual(
    document.questions!.map(({ project, text }) => [project, text]),
    [['museum-pocket-guide', 'Can we come to one of the Saturday tests just to watch?']],
  )
  assert.deepEqual(document.answers, [])
  const boris = (await (await callAs(service, 'boris'))(exportUser)) as unknown as Document
  assert.deepEqual(
    boris.answers!.map(({ project }) => project),
    ['museum-pocket-guide'],
  )
  await service.sql`update person set access = 'curator' where login = 'boris'`
  await service.sql`insert into note (team_id, author_id, text) select min(t.id), p.id, 'My note' from team t, person p where p.login = 'boris' group by p.id`
  await service.sql`
    insert into request_message (request_id, role, author_id, text) select min(r.id), 'team', p.id, 'My answer' from request r, person p where p.login = 'boris' group by p.id`
  const exported = async () => {
    const { notes, messages } = (await (await callAs(service, 'boris'))(exportUser)) as unknown as Document
    return [notes!.map(({ text }) => text), messages!.map(({ text }) => text)]
  }
  assert.deepEqual(await exported(), [['My note'], ['My answer']])
  await service.sql`update person set access = 'member' where login = 'boris'`
  assert.deepEqual(await exported(), [[], ['My answer']], 'notes are not for members')
  assert.deepEqual(
    document.mail!.map(({ kind, address }) => [kind, address]),
    [['email_change', 'anna.new@example.org']],
  )
  assert.ok(document.events!.some(({ action }) => action === 'authn_login_success'))
})

test('the export has no secrets and no data of others', async () => {
  const anna = await callAs(service, 'anna')
  const { accessToken, refreshToken, user } = anna.tokens
  const response = await fetch(`${service.url}/user/export`, { headers: { authorization: `Bearer ${accessToken}` } })
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="projectory-${user.id}.json"`)
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  const text = await response.text()
  for (const secret of ['pj_em_', refreshToken, accessToken, 'hash', 'sealed', 'nonce']) assert.ok(!text.includes(secret), secret)
  const sids = await service.sql`select sid from auth.session`
  for (const { sid } of sids) assert.ok(!text.includes(sid))
  for (const other of ['boris', 'Ефимов', 'curator@', 'Салихов', 'timur']) assert.ok(!text.includes(other), other)
})

test('an id in the call has no effect', async () => {
  const [gleb, anna] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'anna')]
  const query = `id=${anna.user.id}&userId=${anna.user.id}&user.id=${anna.user.id}`
  const response = await fetch(`${service.url}/user/export?${query}`, { headers: { authorization: `Bearer ${gleb.accessToken}` } })
  const text = await response.text()
  assert.equal((JSON.parse(text) as Document).account.id, gleb.user.id)
  assert.ok(!text.includes('Ковалёва'))
})
