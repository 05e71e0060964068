import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createRequest, type ProjectRequest, updateRequest, withdrawRequest } from '#contract/request.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, historyOf } from '#tests/support/world/requests.ts'

let clock = new Date()
const { service, anna } = useService({ people: ['anna'], now: () => clock })

let made = 0
async function applied(message: string | null = 'Hello'): Promise<ProjectRequest> {
  const team = await addTeam(service.sql, 'Team', 'anna*', 'vera')
  await addProject(service.sql, `put-${++made}`)
  return anna(createRequest, { body: { project: `put-${made}`, team, message } })
}
const put = (body: string | FormData, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${service.url}/request`, { method: 'PUT', headers: { authorization: `Bearer ${anna.tokens.accessToken}`, ...headers }, body })

test('the message of a pending application changes, and nothing else', async () => {
  const request = await applied()
  clock = new Date(clock.getTime() + 60_000)
  const body = { request: request.id, message: ' Better ', team: 1, project: 'x', status: 'approved' }
  const changed = await anna(updateRequest, { body })
  assert.deepEqual(changed, { ...request, message: 'Better', updatedAt: clock.toISOString() })
  assert.deepEqual(await anna(updateRequest, { body: { request: request.id } }), changed, 'a key left out stays')
  clock = new Date(clock.getTime() + 60_000)
  assert.deepEqual(await anna(updateRequest, { body }), changed, 'the same again changes nothing, not even the time')
  assert.equal((await anna(updateRequest, { body: { request: request.id, message: null } })).message, null)
  assert.equal((await historyOf(service.sql, request.id)).length, 1, 'its state did not change')
})

test('an outdated If-Match is refused', async () => {
  const request = await applied()
  const response = await put(JSON.stringify({ request: request.id, message: 'One' }))
  const etag = response.headers.get('etag')!
  const json = { 'content-type': 'application/json', 'if-match': etag }
  assert.equal((await put(JSON.stringify({ request: request.id, message: 'Two' }), json)).status, 200)
  const problem = await put(JSON.stringify({ request: request.id, message: 'Three' }), json)
  await assertProblem(problem, 'precondition_failed')
  assert.equal((await service.sql`select message from request where id = ${request.id}`)[0]!.message, 'Two')
})

test('members are refused, others do not find the application', async () => {
  const request = await applied()
  const body = { request: request.id, message: 'Mine now' }
  const [vera, gleb, curator] = [await callAs(service, 'vera'), await callAs(service, 'gleb'), await callAs(service, 'curator')]
  await refused('not_team_administrator', vera(updateRequest, { body }))
  await refused('not_team_administrator', curator(updateRequest, { body }))
  const foreign = await refused('request_not_found', gleb(updateRequest, { body }))
  await service.sql`delete from request_transition where request_id = ${request.id}`
  await service.sql`delete from request where id = ${request.id}`
  const unknown = await refused('request_not_found', gleb(updateRequest, { body }))
  assert.deepEqual({ ...foreign, requestId: '' }, { ...unknown, requestId: '' })
  await refused('request_not_found', gleb(updateRequest, { body: { request: 2_147_483_647 } }))
  await refused('invalid_value', gleb(updateRequest, { body: { request: 2 ** 31 } }))
})

test('an unaccepted file type is refused, and the existing files stay', async () => {
  const request = await applied()
  const form = (name: string) => {
    const data = new FormData()
    data.set('request', String(request.id))
    data.append('files', new Blob(['About us\n']), name)
    return data
  }
  assert.equal((await put(form('us.md'), {})).status, 200)
  await assertProblem(await put(form('program.exe'), {}), 'file_type_refused')
  assert.deepEqual(
    (await anna(updateRequest, { body: { request: request.id } })).files.map(({ name }) => name),
    ['us.md'],
  )
})

test('decided or withdrawn applications cannot be changed; the error has the status', async () => {
  const request = await applied()
  await anna(withdrawRequest, { params: { id: String(request.id) } })
  const problem = await refused('request_decided', anna(updateRequest, { body: { request: request.id, message: 'x' } }))
  assert.equal(problem.detail, 'Its status is withdrawn, so it can’t be changed.')
  const russian = await put(JSON.stringify({ request: request.id }), { 'content-type': 'application/json', 'accept-language': 'ru' })
  assert.equal((await assertProblem(russian, 'request_decided', 'ru')).detail, 'Её статус — отозвана, изменить её нельзя.')
})

const document = (text: string) => new Blob([`# ${text}\n\nA plan.\n`], { type: 'text/markdown' })
function form(fields: Record<string, string>, files: [string, string][]): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const [name, text] of files) data.append('files', document(text), name)
  return data
}
const bearer = () => ({ authorization: `Bearer ${anna.tokens.accessToken}` })

test('files are replaced at once, and the same files again change nothing', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Filed', 'anna*')
  await addProject(sql, 'filed')
  const fields = { project: 'filed', team: String(team), message: 'With files' }
  const post = (files: [string, string][]) =>
    fetch(`${service.url}/request`, { method: 'POST', headers: bearer(), body: form(fields, files) })
  const response = await post([
    ['plan.md', 'Plan'],
    ['budget.md', 'Budget'],
  ])
  const request = (await response.json()) as ProjectRequest
  assert.equal(response.status, 200, JSON.stringify(request))
  assert.deepEqual(
    request.files.map(({ name, type, team: whose, isPublic, version }) => [name, type, whose, isPublic, version]),
    [
      ['plan.md', 'MD', team, false, 1],
      ['budget.md', 'MD', team, false, 1],
    ],
  )
  assert.ok(request.files.every(({ url, id }) => url === `${service.url}/file/${id}`))
  for (const { sha256 } of request.files) {
    assert.notEqual(await service.app.files.sizeOf(sha256), undefined, 'the bytes are kept')
    assert.equal((await sql`select 1 from blob where sha256 = ${sha256}`).length, 1)
  }
  assert.deepEqual(
    await (
      await post([
        ['budget.md', 'Budget'],
        ['plan.md', 'Plan'],
      ])
    ).json(),
    request,
  )
  await assertProblem(await post([['plan.md', 'Another plan']]), 'already_applied')
  await assertProblem(await post([]), 'already_applied')
  const unchanged = await (await put(form({ request: String(request.id), message: 'Only words' }, []), {})).json()
  assert.deepEqual((unchanged as ProjectRequest).files, request.files, 'no files sent: they stay')
  const changed = (await (await put(form({ request: String(request.id) }, [['new.md', 'New']]), {})).json()) as ProjectRequest
  assert.equal(changed.message, 'Only words')
  assert.deepEqual(
    changed.files.map(({ name }) => name),
    ['new.md'],
  )
  assert.deepEqual(await (await put(form({ request: String(request.id) }, [['new.md', 'New']]), {})).json(), changed, 'once more: the same')
  const rows = await sql`select deleted_at is null as "isThere" from file where request_id = ${request.id} order by id`
  assert.deepEqual(
    rows.map(({ isThere }) => isThere),
    [false, false, true],
  )
})

test('an exceeded quota is refused with the limit, and replaced files count until they are purged', async () => {
  const { sql } = service
  const request = await applied()
  await put(form({ request: String(request.id) }, [['a.md', 'A']]), {})
  const [row] = await sql`select id from file where request_id = ${request.id} and deleted_at is null`
  const all = 500 * 1024 * 1024
  const others =
    await sql`select sum(v.size)::float8 as bytes from file f join file_version v on v.file_id = f.id where f.team_id = ${request.team} and f.id <> ${row!.id}`
  const size = Buffer.byteLength('# B\n\nA plan.\n')
  await sql`update file_version set size = ${all - others[0]!.bytes - size} where file_id = ${row!.id}`
  assert.equal((await put(form({ request: String(request.id) }, [['b.md', 'B']]), {})).status, 200, 'the last bytes fit')
  const problem = await assertProblem(await put(form({ request: String(request.id) }, [['c.md', 'C']]), {}), 'quota_exceeded')
  assert.match(problem.detail, /\b500 MB/)
})

test('files of callers without permission are not stored', async () => {
  const request = await applied()
  const vera = await callAs(service, 'vera')
  const text = randomUUID() // the file store may have files of other runs
  const hash = createHash('sha256').update(`# ${text}\n\nA plan.\n`).digest('hex')
  const headers = { authorization: `Bearer ${vera.tokens.accessToken}` }
  const body = () => form({ request: String(request.id), project: request.project, team: String(request.team) }, [['x.md', text]])
  for (const method of ['PUT', 'POST'])
    await assertProblem(await fetch(`${service.url}/request`, { method, headers, body: body() }), 'not_team_administrator')
  assert.equal(await service.app.files.sizeOf(hash), undefined)
  assert.equal((await put(body(), {})).status, 200)
  assert.notEqual(await service.app.files.sizeOf(hash), undefined)
})
