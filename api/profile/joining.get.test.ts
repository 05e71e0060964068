import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { getJoining, updateJoining } from '#contract/joining.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()
before(async () => {
  await service.sql`delete from person_joining`
})

test('nothing is said at first, and nobody is open to joining', async () => {
  const nothing = { isOpen: false, sentence: null, roles: [], projects: [], neverInvite: false }
  const gleb = await callAs(service, 'gleb')
  assert.deepEqual(await gleb(getJoining), nothing)
  assert.deepEqual(await gleb(updateJoining, { body: {} }), nothing)
  await refused('not_signed_in', service.call(getJoining))
})

test('a project that is not published any more is not shown', async () => {
  const gleb = await callAs(service, 'gleb')
  const [project] = await service.sql`select id, slug from project where state = 'published' order by id desc limit 1`
  await gleb(updateJoining, { body: { projects: [project!.slug] } })
  await service.sql`update project set state = 'withdrawn' where id = ${project!.id}`
  assert.deepEqual((await gleb(getJoining)).projects, [])
  await service.sql`update project set state = 'published' where id = ${project!.id}`
  assert.equal((await gleb(getJoining)).projects[0]?.slug, project!.slug)
})
