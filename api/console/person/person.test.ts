import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type ConsolePerson,
  getPerson,
  listPeople,
  mergePeople,
  previewMerge,
  setAccess,
  setDisabled,
  signOutPerson,
} from '#contract/console/person.ts'
import { addMember } from '#contract/console/team.ts'
import { deleteUser, getProfile, getUser } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { personReferences } from '#store/person/merge.ts'
import { patient } from '#tests/support/service.ts'
import { callAs, codeFor, exchange, refresh, walkThrough } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

let admin: Awaited<ReturnType<typeof callAs>>
let curator: Awaited<ReturnType<typeof callAs>>
const ids: Record<string, number> = {}
const { service } = useService({ connection: patient })
before(async () => {
  admin = await callAs(service, 'admin')
  curator = await callAs(service, 'curator')
  for (const { id, login } of await service.sql`select id, login from person`) ids[login] = id
})

const at = (id: number | undefined) => ({ params: { id: String(id) } })
const access = (id: number, wanted: ConsolePerson['access'], as = admin) => as(setAccess, { ...at(id), body: { access: wanted } })
const disable = (id: number, isDisabled = true, as = admin) => as(setDisabled, { ...at(id), body: { isDisabled } })
const preview = (from: number, into: number) => admin(previewMerge, { params: { id: String(from), into: String(into) } })
const merge = (from: number, into: number, as = admin) => as(mergePeople, { ...at(from), body: { into } })
const auditOf = (id: number) =>
  service.sql`select action, actor_id as actor, detail from audit_event where target = ${`person ${id}`} and sid is not null
    and action <> 'identity_linked' order by seq`.then((rows) => rows.map((row) => ({ ...row })))

let made = 0
type Given = Partial<
  Record<'name' | 'surname' | 'patronymic' | 'email' | 'import_email' | 'phone' | 'github_login' | 'access' | 'avatar', string>
>
async function addPerson(given: Given = {}): Promise<number> {
  const row = { login: `made-${++made}`, name: 'Made', surname: `Person ${made}`, ...given }
  return (await service.sql`insert into person ${service.sql(row)} returning id`)[0]!.id
}
/** Signs in through the demo identity provider as one of its people. */
async function addIdentity(personId: number, subject: string): Promise<void> {
  await service.sql`
    insert into auth.identity (person_id, provider, issuer, subject, created_at, last_sign_in_at)
    values (${personId}, 'idp', 'urn:elsewhere', ${subject}, now(), '2026-01-02T03:04:05Z')`
}

test('curators search people by words, access and state, with paging', async () => {
  const found = async (query: object) => (await curator(listPeople, { query })).people.map(({ login }) => login)
  assert.deepEqual(await found({ text: 'ковалева АННА' }), ['anna'])
  assert.deepEqual(await found({ text: 'anna@students' }), ['anna'])
  assert.deepEqual(await found({ text: 'salikhov' }), ['timur.salikhov'])
  assert.deepEqual(await found({ text: 'анна борис' }), [])
  const byAddress = await found({ text: 'stude' })
  await service.sql`update person set patronymic = 'Stude' where login = 'vera'`
  assert.deepEqual((await found({ text: 'stude' }))[0], 'vera', 'a name goes before an address')
  await service.sql`update person set patronymic = 'Павловна' where login = 'vera'`
  assert.notEqual(byAddress[0], 'vera')
  assert.deepEqual(await found({ text: '_%' }), [])
  assert.deepEqual(await found({ access: 'administrator' }), ['admin'])
  assert.deepEqual(await found({ state: 'disabled' }), ['former'])
  const never = await addPerson({ surname: 'Neverov', import_email: 'neverov@office.example' })
  assert.deepEqual(await found({ state: 'never' }), ['made-1'])
  assert.deepEqual(await found({ text: 'neverov@office' }), ['made-1'])
  const all = await curator(listPeople, { query: { pageSize: '10' } })
  const second = await curator(listPeople, { query: { pageSize: '10', page: '2' } })
  assert.deepEqual([all.people.length, second.people.length], [10, 10])
  assert.ok(second.people.every(({ id }) => all.people.every((one) => one.id !== id)))
  const active = await curator(listPeople, { query: { state: 'active' } })
  assert.equal(active.total, all.total - 2)
  const { people } = await curator(listPeople, { query: { text: 'boris' } })
  const [team] = await service.sql`select id, name from team where name = 'Маяк'`
  const { lastSignInAt, ...boris } = people[0]!
  assert.ok(lastSignInAt)
  assert.deepEqual(boris, {
    id: ids.boris,
    login: 'boris',
    name: 'Ефимов Борис Алексеевич',
    email: 'boris@students.example.org',
    group: 'ИВТ-31',
    access: 'member',
    isDisabled: false,
    hasSignedIn: true,
    teams: [{ ...team }],
  })
  await refused('invalid_value', curator(listPeople, { query: { page: '0' } }))
  await refused('invalid_value', curator(listPeople, { query: { state: 'gone' as 'never' } }))
  await service.sql`delete from person where id = ${never}`
})

test('administrators see identities, sessions and possible duplicates of a person; deleted people are not found', async () => {
  await callAs(service, 'vera')
  const duplicate = await addPerson({ surname: 'никитина', name: 'ВЕРА', email: 'other@x.example' })
  const son = await addPerson({ surname: 'Никитина', name: 'Вера', patronymic: 'Олеговна' })
  const mail = await addPerson({ import_email: 'vera@students.example.org' })
  const code = await addPerson({ github_login: 'VERA-example' })
  const person = await admin(getPerson, at(ids.vera))
  assert.deepEqual(
    person.lookalikes.map(({ id }) => id),
    [duplicate, mail, code],
  )
  assert.deepEqual(
    (await admin(getPerson, at(duplicate))).lookalikes.map(({ id }) => id),
    [ids.vera, son],
  )
  assert.equal(person.sessions.length, 1)
  assert.equal(person.identities[0]!.provider, 'idp')
  assert.equal(person.githubLogin, 'vera-example')
  assert.deepEqual(person.onlyAdministratorOf, [])
  assert.deepEqual(
    (await admin(getPerson, at(ids.boris))).onlyAdministratorOf.map(({ name }) => name),
    ['Маяк'],
  )
  await service.sql`update person set deleted_at = now(), disabled_at = now() where id = ${duplicate}`
  await refused('person_not_found', admin(getPerson, at(duplicate)))
  assert.deepEqual((await curator(listPeople, { query: { text: 'никитина' } })).total, 2)
  assert.ok((await admin(getPerson, at(ids.vera))).lookalikes.every(({ id }) => id !== duplicate))
  await refused('person_not_found', admin(getPerson, at(0)))
  await refused('person_not_found', admin(getPerson, at(9_999_999_999)))
  await refused('not_permitted', curator(getPerson, at(ids.vera)))
})

test('granting and removing curator access applies to the next call', async () => {
  const gleb = await callAs(service, 'gleb')
  await refused('not_permitted', gleb(listPeople, { query: {} }))
  const id = ids.gleb!
  assert.equal((await access(id, 'curator')).access, 'curator')
  await gleb(listPeople, { query: {} })
  await access(id, 'curator')
  assert.equal((await access(id, 'member')).access, 'member')
  await refused('not_permitted', gleb(listPeople, { query: {} }))
  const name = 'Орлов Глеб Сергеевич'
  assert.deepEqual(await auditOf(id), [
    { action: 'setAccess', actor: ids.admin, detail: { name, access: ['member', 'curator'] } },
    { action: 'setAccess', actor: ids.admin, detail: { name, access: ['curator', 'member'] } },
  ])
  await refused('person_not_found', access(9_999_999, 'curator'))
  await refused('not_yourself', access(ids.admin!, 'curator'))
  await refused('invalid_value', access(id, 'king' as 'member'))
  const answer = await fetch(`${service.url}/console/person/${id}`, { headers: { authorization: `Bearer ${admin.tokens.accessToken}` } })
  const headers = { 'if-match': answer.headers.get('etag')! }
  await admin(setAccess, { ...at(id), body: { access: 'curator' }, headers })
  await refused('precondition_failed', admin(setAccess, { ...at(id), body: { access: 'member' }, headers }))
  await refused('precondition_failed', admin(setDisabled, { ...at(id), body: { isDisabled: true }, headers }))
  await access(id, 'member')
})

test('two administrators demote each other concurrently: one stays', async () => {
  for (const wanted of ['member', 'closed'] as const) {
    await access(ids.vera!, 'administrator')
    const vera = await callAs(service, 'vera')
    const take = (id: number, as: typeof admin) => (wanted === 'closed' ? disable(id, true, as) : access(id, 'member', as))
    // Both calls pass the access check; the rule is checked again under the lock.
    const both = await service.sql.begin(async (sql) => {
      await sql`select id from person where access = 'administrator' order by id for update`
      const waiting = [take(ids.vera!, admin), take(ids.admin!, vera)].map((one) =>
        one.then(
          () => 'done',
          (error) => String(error),
        ),
      )
      for (let count = 0; count < 2; ) {
        const rows = await service.sql`
          select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        count = rows[0]!.count
      }
      return { waiting }
    })
    const results = await Promise.all(both.waiting)
    assert.equal(results.filter((one) => one === 'done').length, 1, results.join())
    assert.match(results.find((one) => one !== 'done')!, /last_administrator/)
    await service.sql`update person set access = 'administrator', disabled_at = null where login = 'admin'`
    await service.sql`update person set access = 'member', disabled_at = null where login = 'vera'`
    admin = await callAs(service, 'admin')
  }
})

test('an administrator who loses access concurrently does not count as the remaining one', async () => {
  await access(ids.vera!, 'administrator')
  const taken = await service.sql.begin(async (sql) => {
    await sql`select id from person where access = 'administrator' order by id for update` // the lock account deletion takes
    const waiting = access(ids.vera!, 'member').then(
      () => 'done',
      (error) => String(error),
    )
    for (;;) {
      const rows = await service.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      if (rows.length > 0) break
    }
    await sql`update person set access = 'member' where login = 'admin'`
    return { waiting }
  })
  assert.match(await taken.waiting, /last_administrator/)
  await service.sql`update person set access = case login when 'admin' then 'administrator' else 'member' end where login in ('admin', 'vera')`
  admin = await callAs(service, 'admin')
})

test('a disabled account is signed out at once and cannot sign in until it is enabled', async () => {
  const boris = await callAs(service, 'boris')
  const field = await callAs(service, 'boris')
  await boris(getUser)
  const closed = await disable(ids.boris!)
  assert.deepEqual([closed.isDisabled, closed.sessions], [true, []])
  await refused('invalid_token', boris(getUser))
  await refused('invalid_token', field(getUser))
  assert.equal((await refresh(service, field.tokens.refreshToken)).status, 401)
  const page = await walkThrough(service, 'boris')
  assert.equal(page.status, 403)
  await disable(ids.boris!)
  const name = 'Ефимов Борис Алексеевич'
  const open = await disable(ids.boris!, false)
  assert.equal(open.isDisabled, false)
  await refused('invalid_token', boris(getUser))
  await (await callAs(service, 'boris'))(getUser)
  assert.deepEqual(await auditOf(ids.boris!), [
    { action: 'setDisabled', actor: ids.admin, detail: { name, isDisabled: [false, true], ended: 2 } },
    { action: 'setDisabled', actor: ids.admin, detail: { name, isDisabled: [true, false] } },
  ])
  await refused('not_yourself', disable(ids.admin!))
  await refused('person_not_found', disable(9_999_999))
})

test('signing out a person ends all sessions and pending sign-ins', async () => {
  const [one, two] = [await callAs(service, 'anna'), await callAs(service, 'anna')]
  await one(getUser)
  assert.deepEqual(await admin(signOutPerson, at(ids.anna)), { id: ids.anna!, ended: 2 })
  await refused('invalid_token', one(getUser))
  await refused('invalid_token', two(getUser))
  const code = await codeFor(service, 'anna')
  assert.deepEqual(await admin(signOutPerson, at(ids.anna)), { id: ids.anna!, ended: 0 })
  assert.equal((await exchange(service, { code })).status, 401)
  assert.deepEqual(await auditOf(ids.anna!), [
    { action: 'signOutPerson', actor: ids.admin, detail: { name: 'Ковалёва Анна Дмитриевна', ended: 2 } },
  ])
  await refused('person_not_found', admin(signOutPerson, at(9_999_999)))
  const again = await callAs(service, 'anna')
  await again(getUser)
})

/** Two people with data in every table. */
async function peopleToMerge() {
  const { sql } = service
  const from = await addPerson({
    name: 'Анна',
    surname: 'Двойная',
    patronymic: 'Ильинична',
    email: 'second@x.example',
    import_email: 'imported@x.example',
    phone: '+447700900999',
    github_login: 'second',
    access: 'curator',
  })
  const into = await addPerson({ name: 'Анна', surname: 'Двойная', email: 'first@x.example' })
  await addIdentity(from, `from-${from}`)
  await addIdentity(into, `into-${into}`)
  const shared = await addTeam(sql, `Shared ${from}`, `made-${made - 1}*`, `made-${made}`, 'vera*')
  const own = await addTeam(sql, `Own ${from}`, `made-${made - 1}*`)
  const roles = await sql`select id from role order by id limit 3`
  const places = await sql`select id, person_id from member where team_id = ${shared} order by id`
  await sql`insert into member_role (member_id, role_id, position) values
    (${places[0]!.id}, ${roles[0]!.id}, 0), (${places[0]!.id}, ${roles[1]!.id}, 1), (${places[1]!.id}, ${roles[2]!.id}, 0), (${places[1]!.id}, ${roles[0]!.id}, 1)`
  const slug = `doubled-${from}`
  const project = await addProject(sql, slug)
  await sql`insert into assignment (team_id, project_id) values (${shared}, ${project})`
  const [file] = await sql`
    insert into file (kind, project_id, team_id, file_type_id, version) select 'result', ${project}, ${shared}, min(id), 2 from file_type returning id`
  for (const version of [1, 2])
    await sql`insert into file_version (file_id, version, name, mime, size, sha256, created_by)
      values (${file!.id}, ${version}, 'a.txt', 'text/plain', 1, ${'1'.repeat(64)}, ${from})`
  const [request] = await sql`insert into request (team_id, project_id) values (${own}, ${project}) returning id`
  await sql`insert into request_transition (request_id, to_status, actor_id) values (${request!.id}, 'submitted', ${from})`
  await sql`insert into question (project_id, person_id, text, answer, answer_role, answer_by, answered_at)
    values (${project}, ${from}, 'Merged?', 'Yes.', 'team', ${from}, now())`
  const [note] =
    await sql`insert into note (team_id, author_id, text) select ${shared}, ${from}, ${`By `} || login || ': @' || login || ' and @' || login || '.x' from person where id = ${from} returning id`
  await sql`insert into note_mention values (${note!.id}, ${from})`
  await sql`insert into request_message (request_id, role, author_id, text) values (${request!.id}, 'team', ${from}, 'Merged message')`
  await sql`insert into outbox (kind, person_id, data, created_at) values
    ('team_added', ${from}, ${sql.json({ team: shared, by: from })}, now()), ('contact', null, ${sql.json({ person: from, message: 'x' })}, now()),
    ('team_admin', ${from}, ${sql.json({ team: shared })}, now()), ('team_admin', ${into}, ${sql.json({ team: shared })}, now())`
  await sql`insert into outbox (kind, person_id, data, created_at, state, ended_at) values ('team_added', ${from}, '{}', now(), 'cancelled', now())`
  await sql`insert into avatar (person_id, small, large, mime, created_at) values (${from}, ${'a'.repeat(64)}, ${'b'.repeat(64)}, 'image/webp', now())`
  await sql`insert into notification (person_id, choices) values (${from}, '{"team_added":"off"}')`
  await sql`insert into email_change (person_id, email, token_hash, created_at, expires_at) values (${from}, 'n@x.example', ${Buffer.from(slug)}, now(), now())`
  await sql`insert into auth.code (hash, client_id, redirect_uri, person_id, provider, auth_time, created_at, expires_at)
    values (${Buffer.from(slug)}, 'field', 'x', ${from}, 'idp', now(), now(), now())`
  await sql`insert into auth.session (sid, person_id, client_id, provider, auth_time, created_at, last_used_at, last_seen_at, idle_until, ends_at,
      rotated_at, current_hash, device)
    values (gen_random_uuid(), ${from}, 'field', 'idp', now(), now(), now(), now(), now() + interval '1 day', now() + interval '1 day', now(),
      ${Buffer.from(slug)}, 'Phone')`
  return { from, into, shared, own, slug, file: file!.id as number, request: request!.id as number }
}

const listedPerson = async (id: number) => {
  const { people } = await curator(listPeople, { query: { pageSize: '100' } })
  return people.find((one) => one.id === id)
}

test('the merge does what the preview showed, and no reference to the old account is left', async () => {
  const { sql } = service
  const { from, into, shared, own, slug, file, request } = await peopleToMerge()
  const token = (await sql`select token from notification where person_id = ${from}`)[0]!.token
  const before = { from: await admin(getPerson, at(from)), into: await admin(getPerson, at(into)) }
  const expected = await preview(from, into)
  assert.deepEqual([expected.from, expected.into], [await listedPerson(from), await listedPerson(into)])
  const { from: _from, into: _into, ...rest } = expected
  assert.deepEqual(rest, {
    teams: [
      { id: own, name: `Own ${from}`, isShared: false, becomesAdministrator: true },
      { id: shared, name: `Shared ${from}`, isShared: true, becomesAdministrator: true },
    ],
    identities: 1,
    sessionsEnded: 1,
    filesMoved: 1,
    takes: ['phone', 'githubLogin', 'patronymic', 'importEmail', 'avatar', 'notifications'],
    loses: [
      { what: 'email', value: 'second@x.example' },
      { what: 'access', value: 'curator' },
    ],
  })
  const after = await merge(from, into)
  // The result matches the preview.
  assert.deepEqual(
    after.teams.map(({ id }) => id).sort((a, b) => a - b),
    expected.teams.map(({ id }) => id).sort((a, b) => a - b),
  )
  assert.equal(after.identities.length, before.into.identities.length + expected.identities)
  assert.deepEqual(
    { email: after.email, phone: after.phone, githubLogin: after.githubLogin, importEmail: after.importEmail, access: after.access },
    {
      email: 'first@x.example',
      phone: before.from.phone,
      githubLogin: before.from.githubLogin,
      importEmail: before.from.importEmail,
      access: 'member',
    },
  )
  assert.equal(after.name, 'Двойная Анна Ильинична')
  const members = await sql`select m.team_id as team, m.is_administrator as admin, m.name,
      array(select role_id from member_role r where r.member_id = m.id order by position) as roles
    from member m where person_id = ${into} order by team_id`
  const roles = (await sql`select id from role order by id limit 3`).map(({ id }) => id)
  assert.deepEqual(
    members.map((row) => ({ ...row })),
    [
      { team: shared, admin: true, name: `made-${made}`, roles: [roles[2], roles[0], roles[1]] },
      { team: own, admin: true, name: 'Двойная Анна Ильинична', roles: [] },
    ],
  )
  assert.equal((await sql`select count(*)::int as n from member where team_id = ${shared}`)[0]!.n, 2)
  assert.equal((await sql`select count(*)::int as n from file_version where file_id = ${file} and created_by = ${into}`)[0]!.n, 2)
  assert.equal((await sql`select actor_id from request_transition where request_id = ${request}`)[0]!.actor_id, into)
  const [question] = await sql`select person_id, answer_by from question where text = 'Merged?'`
  assert.deepEqual({ ...question }, { person_id: into, answer_by: into })
  const [note] = await sql`select n.author_id, n.text, m.person_id, p.login from note n join note_mention m on m.note_id = n.id, person p
    where n.team_id = ${shared} and p.id = ${into}`
  assert.deepEqual([note!.author_id, note!.person_id], [into, into])
  assert.ok(note!.text.includes(`: @${note!.login} and @`) && note!.text.endsWith('.x'), note!.text)
  assert.equal(
    (await sql`select author_id from request_message where text = 'Merged message' and request_id = ${request}`)[0]!.author_id,
    into,
  )
  const emails =
    await sql`select kind, person_id, data from outbox where person_id = ${into} or (kind = 'contact' and data->>'message' = 'x') order by id`
  assert.deepEqual(
    emails.map((row) => ({ ...row })),
    [
      { kind: 'team_added', person_id: into, data: { team: shared, by: into } },
      { kind: 'contact', person_id: null, data: { person: into, message: 'x' } },
      { kind: 'team_admin', person_id: into, data: { team: shared } },
    ],
    'an email that waited for both is sent once',
  )
  assert.equal((await sql`select person_id from avatar where large = ${'b'.repeat(64)}`)[0]!.person_id, into)
  assert.deepEqual(
    { ...(await sql`select token, choices from notification where person_id = ${into}`)[0]! },
    { token, choices: { team_added: 'off' } },
  )
  const [session] = await sql`select revoked_why, device from auth.session where person_id = ${from}`
  assert.deepEqual({ ...session! }, { revoked_why: 'account_merged', device: null })
  const [row] = await sql`select login, name, surname, email, phone, access, deleted_at, disabled_at from person where id = ${from}`
  assert.match(row!.login, new RegExp(`^merged-${from}-`))
  assert.deepEqual([row!.surname, row!.email, row!.phone, row!.access], ['', null, null, 'member'])
  assert.ok(row!.deleted_at && row!.disabled_at)
  for (const reference of Object.keys(personReferences)) {
    const [, table, column] = /^(.+)\.(\w+)$/.exec(reference)!
    const rows = await sql`select 1 from ${sql(table!)} where ${sql(column!)} = ${from}`
    assert.equal(rows.length, reference === 'auth.session.person_id' ? 1 : 0, `${reference} still names the one who is gone`)
  }
  await refused('person_not_found', admin(getPerson, at(from)))
  const detail = await curator(getProject, { params: { slug } })
  assert.deepEqual(detail.users.map(({ id }) => id).sort(), [into, ids.vera].sort())
  assert.deepEqual(await auditOf(from), [
    {
      action: 'mergePeople',
      actor: ids.admin,
      detail: {
        name: 'Двойная Анна Ильинична',
        into,
        intoName: 'Двойная Анна',
        teams: [`Own ${from}`, `Shared ${from}`],
        identities: 1,
        files: 1,
        takes: expected.takes,
        loses: ['email', 'access'],
      },
    },
  ])
})

test('signing in with an identity of the merged account signs in to the other one', async () => {
  const target = await addPerson({ name: 'Глеб', surname: 'Орлов', email: 'gleb2@x.example' })
  const team = await addTeam(service.sql, 'Of the twin', `made-${made}*`)
  const before = await callAs(service, 'gleb')
  await merge(ids.gleb!, target)
  await refused('invalid_token', before(getUser))
  const after = await callAs(service, 'gleb')
  assert.equal((await after(getUser)).id, target)
  assert.deepEqual((await after(getProfile)).user.administratedTeams, [team])
})

test('settings of the target account win; missing ones are taken over', async () => {
  const { sql } = service
  const [from, into] = [await addPerson({ avatar: 'https://a.example/1.png' }), await addPerson({ avatar: 'https://a.example/2.png' })]
  await sql`insert into notification (person_id, choices) values (${from}, '{"team_added":"daily"}'), (${into}, '{}')`
  await sql`insert into avatar (person_id, small, large, mime, created_at) values (${from}, ${'c'.repeat(64)}, ${'d'.repeat(64)}, 'image/webp', now())`
  const expected = await preview(from, into)
  assert.deepEqual([expected.takes, expected.loses], [['notifications'], [{ what: 'avatar', value: null }]])
  await merge(from, into)
  assert.deepEqual((await sql`select choices from notification where person_id = ${into}`)[0]!.choices, { team_added: 'daily' })
  assert.equal((await sql`select avatar from person where id = ${into}`)[0]!.avatar, 'https://a.example/2.png')
  assert.equal((await sql`select count(*)::int as n from avatar where person_id in (${from}, ${into})`)[0]!.n, 0)
})

test('forbidden merges are refused, in the preview and in the merge', async () => {
  const [one, other] = [await addPerson(), await addPerson()]
  const cases: [number, number, Parameters<typeof refused>[0]][] = [
    [one, one, 'merge_impossible'],
    [one, ids.former!, 'merge_impossible'],
    [ids.former!, one, 'merge_impossible'],
    [ids.admin!, one, 'not_yourself'],
    [one, 2_147_483_647, 'person_not_found'],
    [2_147_483_647, one, 'person_not_found'],
  ]
  for (const [from, into, code] of cases) {
    await refused(code, preview(from, into))
    await refused(code, merge(from, into))
  }
  const outcomes = await Promise.allSettled([merge(one, other), merge(other, one)])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const gone = (await service.sql`select id from person where id in (${one}, ${other}) and deleted_at is not null`)[0]!.id
  await refused('merge_impossible', preview(gone, ids.vera!))
  await refused('merge_impossible', merge(ids.vera!, gone))
})

test('the last administrator cannot be merged into another account', async () => {
  await access(ids.vera!, 'administrator')
  const vera = await callAs(service, 'vera')
  const target = await addPerson()
  // Vera loses her access during the call, so only one administrator is left.
  const merging = await service.sql.begin(async (sql) => {
    await sql`select id from person where access = 'administrator' order by id for update`
    const waiting = merge(ids.admin!, target, vera).then(
      () => 'done',
      (error) => String(error),
    )
    for (;;) {
      const rows = await service.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      if (rows.length > 0) break
    }
    await sql`update person set access = 'member' where id = ${ids.vera!}`
    return { waiting }
  })
  assert.match(await merging.waiting, /last_administrator/)
})

test('a person added to a team during the merge does not stay a member', async () => {
  const [from, into] = [await addPerson(), await addPerson()]
  const team = await addTeam(service.sql, 'Racing merge', 'vera*')
  const outcomes = await Promise.allSettled([merge(from, into), curator(addMember, { ...at(team), body: { person: from } })])
  assert.equal(outcomes[0].status, 'fulfilled')
  assert.equal((await service.sql`select 1 from member where person_id = ${from}`).length, 0)
  if (outcomes[1].status === 'rejected') assert.match(String(outcomes[1].reason), /person_not_found/)
})

test('the merge covers every table that references a person', async () => {
  const rows = await service.sql<{ place: string }[]>`
    select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as place
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid = 'person'::regclass`
  assert.deepEqual(rows.map(({ place }) => place).sort(), Object.keys(personReferences).sort())
})

test('a deleted account is in no list', async () => {
  const anna = await callAs(service, 'anna')
  await service.sql`update member set is_administrator = true where person_id = ${ids['timur.salikhov']!}`
  await anna(deleteUser)
  assert.equal((await curator(listPeople, { query: { text: 'ковалева' } })).total, 0)
  assert.equal((await curator(listPeople, { query: { text: 'deleted' } })).total, 0)
  await refused('person_not_found', admin(getPerson, at(ids.anna)))
  await refused('person_not_found', access(ids.anna!, 'curator'))
  await refused('person_not_found', disable(ids.anna!, false))
})
