import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProjectStatus, getProjectStatusOf } from '#contract/profile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('the path parameter works like the query parameter', async () => {
  const anna = await callAs(service, 'anna')
  for (const slug of ['karta-dvorov', 'biblioteka-veshchey', 'city-tree-census', 'unknown'])
    assert.deepEqual(await anna(getProjectStatusOf, { params: { slug } }), await anna(getProjectStatus, { query: { project: slug } }), slug)
  const { projects } = await anna(getProjectStatusOf, { params: { slug: 'karta-dvorov' } })
  assert.deepEqual(
    projects.map(({ id, role }) => [id, role]),
    [['karta-dvorov', 'applicant']],
  )
})

test('an invalid slug gives an empty response', async () => {
  const { accessToken } = await sessionOf(service, 'anna')
  for (const slug of ['%00', 'a%00', '%F0%9F%98%80', 'A', '-', "x'--"]) {
    const response = await fetch(`${service.url}/user/projectstatus/${slug}`, { headers: { authorization: `Bearer ${accessToken}` } })
    assert.deepEqual([response.status, ((await response.json()) as { projects: unknown[] }).projects], [200, []], slug)
  }
  const long = await fetch(`${service.url}/user/projectstatus/${'a'.repeat(81)}`, { headers: { authorization: `Bearer ${accessToken}` } })
  await assertProblem(long, 'invalid_value')
})

test('an invalid token is refused', async () => {
  await assertProblem(await fetch(`${service.url}/user/projectstatus/karta-dvorov`), 'not_signed_in')
})
