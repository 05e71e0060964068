import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createView, deleteView, listViews, MOST_OWN_VIEWS, MOST_SHARED_VIEWS, type SavedView, updateView } from '#contract/console/view.ts'
import { exportUser } from '#contract/profile.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

type Client = Awaited<ReturnType<typeof callAs>>
let curator: Client
let admin: Client
let other: Client
const { service } = useService()
before(async () => {
  await service.sql`update person set access = 'curator' where login = 'gleb'`
  await service.sql`delete from saved_view`
  curator = await callAs(service, 'curator')
  admin = await callAs(service, 'admin')
  other = await callAs(service, 'gleb')
})

const add = (name: string, values: Partial<SavedView> = {}, as = curator) =>
  as(createView, { body: { list: values.list ?? 'project', name, query: values.query ?? 'sort=name', isShared: values.isShared ?? false } })
const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const change = (view: SavedView, values: Partial<SavedView>, as = curator, headers = {}) =>
  as(updateView, { ...at(view), body: { name: view.name, query: view.query, isShared: view.isShared, ...values }, headers })
const names = async (as: Client, list?: SavedView['list']) => (await as(listViews, { query: { list } })).views.map(({ name }) => name)
const audited = async (view: { id: number }) =>
  (await service.sql`select action, detail from audit_event where target = ${`view ${view.id}`} order by seq`).map(({ action, detail }) => [
    action,
    detail,
  ])

test('an own view is visible to its owner only, and leaves no record', async () => {
  const view = await add('  Mine ', { query: '?status=open&page=2&sort=closes' })
  assert.deepEqual([view.name, view.query, view.isShared, view.mayChange], ['Mine', 'status=open&sort=closes', false, true])
  assert.deepEqual([await names(curator), await names(admin), await names(curator, 'team')], [['Mine'], [], []])
  await refused('view_not_found', change(view, { name: 'x' }, admin))
  await refused('view_not_found', admin(deleteView, at(view)))
  assert.deepEqual((await change(view, { name: 'Renamed', query: 'tag=1' })).query, 'tag=1')
  assert.deepEqual(await curator(deleteView, at(view)), { id: view.id, status: 'deleted' })
  assert.deepEqual(await audited(view), [])
})

test('a shared view is for all curators; only its owner and administrators change it, and it is recorded', async () => {
  const view = await add('Ours', { isShared: true })
  const [seen] = (await other(listViews, { query: {} })).views
  assert.deepEqual([seen!.name, seen!.mayChange, seen!.owner], ['Ours', false, view.owner])
  await refused('view_not_own', change(view, { name: 'Theirs' }, other))
  await refused('view_not_own', other(deleteView, at(view)))
  const renamed = await change(view, { name: 'Everybody’s' }, admin)
  assert.deepEqual([renamed.mayChange, renamed.owner], [true, view.owner])
  await curator(deleteView, at(view))
  assert.deepEqual(await audited(view), [
    ['createView', { name: 'Ours', list: 'project' }],
    ['updateView', { name: ['Ours', 'Everybody’s'], list: 'project' }],
    ['deleteView', { name: 'Everybody’s', list: 'project' }],
  ])
})

test('names are unique among the own and among the shared views of a list', async () => {
  await add('Twice')
  await refused('view_name_taken', add('twice'))
  await add('Twice', { list: 'team' })
  const shared = await add('Twice', { isShared: true })
  await refused('view_name_taken', add('Twice', { isShared: true }, admin))
  await refused('view_name_taken', change(shared, { isShared: false }))
  await refused('invalid_name', add('\u202e'))
  await refused('invalid_name', change(shared, { name: '\u200b' }))
})

test('a change is refused if the view was changed since', async () => {
  const view = await add('Versioned')
  await refused('precondition_failed', change(view, { name: 'x' }, curator, { 'if-match': '"old"' }))
  await refused('precondition_failed', curator(deleteView, { ...at(view), headers: { 'if-match': '"old"' } }))
})

test('a person can have 50 views of their own, a directory 200 shared ones', async () => {
  const { sql } = service
  const fill = (isShared: boolean, most: number) => sql`
    insert into saved_view (owner_id, list, name, query, is_shared)
    select p.id, 'person', 'full ' || n, '', ${isShared} from person p, generate_series(1, ${most}::int) n where login = 'gleb'`
  await fill(false, MOST_OWN_VIEWS)
  await refused('too_many_views', add('One more', {}, other))
  await add('Of another person')
  await sql`delete from saved_view where is_shared`
  await fill(true, MOST_SHARED_VIEWS)
  await refused('too_many_views', add('One more', { isShared: true }))
  const own = await add('Shared later', { list: 'request' })
  await refused('too_many_views', change(own, { isShared: true }))
  await sql`delete from saved_view where name like 'full %'`
})

test('views are part of the export of an account; deleting it leaves the shared ones without an owner', async () => {
  const shared = await add('Left behind', { isShared: true }, other)
  await add('Gone', {}, other)
  const { views } = (await other(exportUser)) as unknown as { views: { name: string }[] }
  assert.deepEqual(
    views.map(({ name }) => name),
    ['Left behind', 'Gone'],
  )
  const response = await fetch(`${service.url}/user`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${other.tokens.accessToken}` },
  })
  assert.equal(response.status, 204, await response.text())
  assert.equal((await service.sql`select 1 from saved_view where name = 'Gone'`).length, 0)
  const left = (await admin(listViews, { query: {} })).views.find(({ id }) => id === shared.id)
  assert.deepEqual([left?.owner, left?.mayChange], [null, true])
})
