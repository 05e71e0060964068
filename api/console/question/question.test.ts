import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { closeQuestions, hideQuestion, LONGEST_HIDING_REASON, listConsoleQuestions } from '#contract/console/question.ts'
import { getToday } from '#contract/console/today.ts'
import { listQuestions } from '#contract/question.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject } from '#tests/support/world/requests.ts'

let curator: Awaited<ReturnType<typeof callAs>>
let project: number
let other: number
const { service } = useService()
before(async () => {
  const { sql } = service
  await sql`delete from question`
  project = await addProject(sql, 'console-asked', { name: 'Ёлки' })
  other = await addProject(sql, 'console-other', { name: 'Other' })
  curator = await callAs(service, 'curator')
  await service.app.catalog.refresh()
})

const list = (
  query: { status?: 'unanswered' | 'answered' | 'hidden'; project?: string; text?: string; page?: string; pageSize?: string } = {},
) => curator(listConsoleQuestions, { query })
const hide = (id: number, isHidden: boolean, reason?: string | null) =>
  curator(hideQuestion, { params: { id: String(id) }, body: { isHidden, ...(reason === undefined ? {} : { reason }) } })
const close = (id: number, isClosed: boolean) => curator(closeQuestions, { params: { id: String(id) }, body: { isClosed } })
const recorded = async (action: string) =>
  (await service.sql`select target, detail from audit_event where action = ${action} order by seq`).map(({ target, detail }) => [
    target,
    detail,
  ])

test('questions are listed by status, project and text; unanswered ones first, the oldest on top', async () => {
  const [first, second, third] = [
    await addQuestion(service.sql, project, 'gleb', 'One?'),
    await addQuestion(service.sql, project, 'anna', 'Two?', 'Two.'),
    await addQuestion(service.sql, other, 'anna', 'Three?'),
  ]
  const ids = async (query = {}) => (await list(query)).questions.map(({ id }) => id)
  assert.deepEqual(await ids(), [first, third, second])
  assert.deepEqual(await ids({ status: 'answered' }), [second])
  assert.deepEqual(await ids({ project: 'console-other' }), [third])
  assert.deepEqual(await ids({ text: 'елки' }), [first, second], 'by the name of the project')
  assert.deepEqual(await ids({ text: 'two' }), [second])
  assert.deepEqual(await ids({ page: '2', pageSize: '2' }), [second])
  const { counts, total, project: about } = await list({ project: 'console-asked', status: 'unanswered' })
  assert.deepEqual(counts, { unanswered: 1, answered: 1, hidden: 0 })
  assert.equal(total, 1)
  assert.deepEqual(about, { id: project, slug: 'console-asked', name: 'Ёлки', isPublished: true, isClosed: false })
  assert.equal((await list({ project: 'no-such-project' })).project, null)
  const { status, asker, answer, hiddenAt } = (await list({ status: 'answered' })).questions[0]!
  assert.deepEqual([status, asker?.name !== '', answer?.text, hiddenAt], ['answered', true, 'Two.', null])
  assert.equal((await curator(getToday)).unansweredQuestions, 2)
  await refused('invalid_value', list({ status: 'late' as never }))
  await refused('invalid_value', list({ page: '0' }))
  await service.sql`delete from question`
})

test('a question is hidden with a reason and shown again', async () => {
  const id = await addQuestion(service.sql, project, 'gleb', 'Buy now?')
  const shown = async () => (await service.call(listQuestions, { params: { slug: 'console-asked' }, query: {} })).total
  await refused('text_required', hide(id, true))
  await refused('text_required', hide(id, true, ' \n'))
  await refused('invalid_value', hide(id, true, 'x'.repeat(LONGEST_HIDING_REASON + 1)))
  const hidden = await hide(id, true, ' Advertising ')
  assert.deepEqual([hidden.status, hidden.hiddenReason], ['hidden', 'Advertising'])
  await hide(id, true, 'Advertising')
  assert.equal(await shown(), 0)
  assert.deepEqual((await list()).counts, { unanswered: 0, answered: 0, hidden: 1 })
  assert.equal((await curator(getToday)).unansweredQuestions, 0)
  assert.deepEqual([(await hide(id, false)).status, await shown()], ['unanswered', 1])
  await hide(id, false)
  assert.deepEqual(await recorded('hideQuestion'), [
    [`project ${project}`, { question: id, isHidden: [false, true], reason: 'Advertising' }],
    [`project ${project}`, { question: id, isHidden: [true, false] }],
  ])
  await refused('question_not_found', hide(2_147_483_647, true, 'x'))
  await service.sql`update question set deleted_at = now(), text = '' where id = ${id}`
  await refused('question_not_found', hide(id, true, 'x'))
})

test('the questions of a project are closed and opened', async () => {
  assert.equal((await close(project, true)).isClosed, true)
  await close(project, true)
  assert.equal((await close(project, false)).isClosed, false)
  assert.deepEqual(await recorded('closeQuestions'), [
    [`project ${project}`, { isClosed: [false, true] }],
    [`project ${project}`, { isClosed: [true, false] }],
  ])
  await refused('project_not_found', close(2_147_483_647, true))
})

test('outdated changes are refused', async () => {
  const id = await addQuestion(service.sql, project, 'gleb', 'Which version?')
  const headers = { authorization: `Bearer ${curator.tokens.accessToken}`, 'content-type': 'application/json', 'if-match': '"older"' }
  const put = (path: string, body: object) => fetch(service.url + path, { method: 'PUT', headers, body: JSON.stringify(body) })
  await assertProblem(await put(`/console/question/${id}/hidden`, { isHidden: true, reason: 'x' }), 'precondition_failed')
  await assertProblem(await put(`/console/project/${project}/questions`, { isClosed: true }), 'precondition_failed')
})
