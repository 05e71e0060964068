import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { createWord, updateWord } from '#contract/console/vocabulary.ts'
import { createSheetThread } from '#spreadsheet/read/worker-thread.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { personOf } from '#tests/support/world/requests.ts'

let tag: { id: number }
let ids: Record<'curator' | 'boris', number>
const past = (text: string) => new Date(text)
const { service, curator, admin } = useService({ people: ['curator', 'admin'], env: { TIME_ZONE: 'Europe/Moscow' } })
before(async () => {
  const boris = await callAs(service, 'boris')
  await refused('not_permitted', boris(listAudit))
  ids = { curator: await personOf(service.sql, 'curator'), boris: await personOf(service.sql, 'boris') }
  tag = await curator(createWord, { params: { kind: 'tag' }, body: { name: '=cmd|calc', nameRu: 'Скидки 50%' } })
  await curator(updateWord, { params: { kind: 'tag', id: String(tag.id) }, body: { name: '=cmd|calc', nameRu: 'Скидки, "100_%"' } })
  for (const [at, action, target] of [
    ['2020-05-04T20:59:59.999Z', 'updateProject', 'project 1'],
    ['2020-05-04T21:00:00Z', 'setProjectState', 'project 1'],
    ['2020-05-05T20:59:59.999Z', 'updateTeam', 'team 1'],
    ['2020-05-05T21:00:00Z', 'user_created', `person ${ids.boris}`],
    ['2020-05-06T21:00:00Z', 'updateProject', 'project 999999999'],
    ['2020-05-07T21:00:00Z', 'mail_requeued', 'mail 99999999999999'],
  ] as const)
    await insertAudit(service.sql, {
      at: past(at),
      action,
      target,
      actorId: action === 'mail_requeued' ? null : ids.boris,
      detail: { comment: 'Tréma' },
    })
})

const ask = (query: object, as = curator) => as(listAudit, { query } as never)
const actions = async (query: object, as = curator) => (await ask(query, as)).events.map(({ action }) => action)

test('the log is sorted latest first and has the names of actors and targets', async () => {
  const { events, total, page, pageSize } = await ask({ pageSize: '100' })
  assert.deepEqual([events.length, page, pageSize], [total, 1, 100])
  assert.ok(events.every(({ seq }, index) => index === 0 || seq < events[index - 1]!.seq))
  const made = events.find(({ action }) => action === 'createWord')!
  assert.deepEqual(made, {
    ...made,
    actor: { id: ids.curator, name: made.actor!.name },
    target: `tag ${tag.id}`,
    targetName: '=cmd|calc',
    outcome: 'success',
    code: null,
    detail: { name: '=cmd|calc', nameRu: 'Скидки 50%' },
  })
  const [person] = await service.sql`select surname, name from person where login = 'curator'`
  assert.ok(made.actor!.name.startsWith(`${person!.surname} ${person!.name}`))
  const [project] = await service.sql`select name from project where id = 1`
  const [team] = await service.sql`select name from team where id = 1`
  const named = Object.fromEntries(events.map(({ target, targetName }) => [target, targetName]))
  assert.deepEqual(
    [named['project 1'], named['team 1'], named['project 999999999'], named['mail 99999999999999']],
    [project!.name, team!.name, null, null],
  )
  assert.match(named[`person ${ids.boris}`]!, /Борис/)
  assert.equal(events.find(({ action }) => action === 'mail_requeued')!.actor, null)
})

test('only administrators see sign-ins and denied access', async () => {
  const [own, all] = [await ask({ pageSize: '100' }), await ask({ pageSize: '100' }, admin)]
  const [row] = await service.sql`select count(*)::int as n from audit_event`
  assert.equal(all.total, row!.n)
  assert.ok(all.actions.includes('authn_login_success') && all.actions.includes('authz_denied'))
  const hidden = /^(authn|session|key|identity)_|^authz_denied$/
  assert.deepEqual(
    own.actions,
    all.actions.filter((action) => !hidden.test(action)),
  )
  assert.equal(own.total, all.events.filter(({ action }) => !hidden.test(action)).length)
  assert.ok(own.events.every(({ action }) => !hidden.test(action)))
  assert.deepEqual(await actions({ action: 'authn_login_success' }), [], 'not by asking for it either')
  assert.deepEqual(await actions({ text: 'authn' }), [])
  assert.equal((await ask({ action: 'authz_denied' }, admin)).events[0]!.target, 'listAudit')
})

test('filters: action, actor, target, and all of them together', async () => {
  assert.deepEqual(await actions({ action: 'updateProject' }), ['updateProject', 'updateProject'])
  assert.deepEqual(await actions({ target: 'project 1' }), ['setProjectState', 'updateProject'])
  assert.deepEqual(await actions({ target: 'project' }), [], 'a target is meant as a whole')
  assert.deepEqual(await actions({ actor: String(ids.curator) }), ['updateWord', 'createWord'])
  assert.deepEqual(await actions({ action: 'updateProject', target: 'project 1', actor: String(ids.boris) }), ['updateProject'])
  assert.deepEqual(await actions({ action: 'nothing' }), [])
  assert.deepEqual(await actions({ actor: '9999999999' }), [])
  assert.equal((await ask({ action: 'nothing' })).total, 0)
})

test('text is searched literally in names, actions, targets and details', async () => {
  for (const [text, expected] of [
    ['  UPDATEteam ', ['updateTeam']],
    ['team 1', ['updateTeam']],
    ['трэма', []],
    ['tréma', 6],
    ['скидки', ['updateWord', 'createWord']],
    ['50%', ['updateWord', 'createWord']],
    ['100_%', ['updateWord']],
    ['%', ['updateWord', 'createWord']],
    ['_________________________________________________________', []],
    ['\\', ['updateWord']],
    [`'; drop table team; --`, []],
  ] as const)
    if (typeof expected === 'number') assert.equal((await actions({ text })).length, expected, text)
    else assert.deepEqual(await actions({ text }), expected, text)
  const [person] = await service.sql`select surname, name from person where login = 'boris'`
  assert.equal((await actions({ text: `${person!.surname} ${person!.name}`.toLowerCase() })).length, 5)
})

test('from and to are whole days in the directory’s time zone, and both are optional', async () => {
  assert.deepEqual(await actions({ from: '2020-05-05', to: '2020-05-05' }), ['updateTeam', 'setProjectState'])
  assert.deepEqual(await actions({ to: '2020-05-04' }), ['updateProject'])
  assert.deepEqual(await actions({ from: '2020-05-07', to: '2020-12-31' }), ['mail_requeued', 'updateProject'])
  assert.deepEqual(await actions({ from: '2020-05-06', to: '2020-05-05' }), [])
  assert.equal((await refused('invalid_input', ask({ from: '2020-02-30' }))).errors![0]!.path, 'from')
  await refused('invalid_input', ask({ to: 'yesterday' }))
  await refused('invalid_value', ask({ page: '0' }))
})

test('pages have each entry exactly once', async () => {
  const whole = (await ask({ pageSize: '100' })).events.map(({ seq }) => seq)
  const parts: number[] = []
  for (let page = 1; ; page++) {
    const { events } = await ask({ page: String(page), pageSize: '3' })
    if (events.length === 0) break
    parts.push(...events.map(({ seq }) => seq))
  }
  assert.deepEqual(parts, whole)
})

const download = (query: string, { tokens } = curator) =>
  fetch(`${service.url}/console/audit/export?${query}`, { headers: { authorization: `Bearer ${tokens.accessToken}` } })

test('the CSV export has the filtered entries and escapes formulas', async () => {
  const answer = await download(`target=${encodeURIComponent(`tag ${tag.id}`)}`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
  assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/)
  assert.match(answer.headers.get('cache-control')!, /private, no-store/)
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const [head, latest, first, ...rest] = bytes.toString().slice(1).split('\r\n')
  assert.equal(head, 'seq,at,actor,actorId,action,target,targetName,outcome,code,detail')
  assert.match(first!, new RegExp(`^\\d+,\\d{4}-[^,]+Z,[^,]+,${ids.curator},createWord,tag ${tag.id},'=cmd\\|calc,success,,"\\{""name"":`))
  assert.match(latest!, /updateWord/)
  assert.deepEqual(rest, [''])
})

test('the JSON export has the same entries and hides what the caller may not read', async () => {
  const answer = await download('format=json&from=2020-05-01&to=2020-05-31')
  assert.equal(answer.headers.get('content-type'), 'application/json')
  const { events } = await ask({ from: '2020-05-01', to: '2020-05-31' })
  assert.deepEqual((await answer.json()) as AuditEntry[], events)
  assert.equal((await (await download('format=json&text=authn_')).text()).trim(), '[]')
  assert.notEqual((await (await download('format=json&text=authn_', admin)).text()).trim(), '[]')
  assert.equal((await download('format=pdf')).status, 422)
  assert.equal((await download('from=2020-99-01')).status, 400)
})

test('the XLSX export has a row for each entry', async () => {
  const { events } = await ask({ from: '2020-05-01', to: '2020-05-31' })
  const answer = await download('format=xlsx&from=2020-05-01&to=2020-05-31')
  assert.match(answer.headers.get('content-disposition')!, /filename="audit-[\d-]+\.xlsx"/)
  const path = join(mkdtempSync(join(tmpdir(), 'audit-')), 'audit.xlsx')
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  const { format, heads, lines } = await createSheetThread().read(path)
  assert.deepEqual([format, heads[0], lines.length], ['xlsx', 'seq', events.length])
  rmSync(dirname(path), { recursive: true })
})

test('reading the log does not add entries', async () => {
  const count = async () => (await service.sql`select count(*)::int as n from audit_event`)[0]!.n
  const before = await count()
  await ask({})
  await download('')
  assert.equal(await count(), before)
})
