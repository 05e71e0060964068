import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deleteQuestion, listQuestions } from '#contract/question.ts'
import { removeOldRows } from '#store/table/tables.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject } from '#tests/support/world/requests.ts'

const slug = 'delete-here'
type Person = Awaited<ReturnType<typeof callAs>>
let project: number
let gleb: Person
const { service } = useService()
before(async () => {
  project = await addProject(service.sql, slug)
  gleb = await callAs(service, 'gleb')
})

const remove = (who: Person, id: number) => who(deleteQuestion, { params: { id: String(id) } })

test('an own question is deleted, and deleting it again changes nothing', async () => {
  const id = await addQuestion(service.sql, project, 'gleb', 'Never mind?')
  assert.deepEqual(await remove(gleb, id), { id, status: 'deleted' })
  assert.deepEqual(await remove(gleb, id), { id, status: 'deleted' })
  assert.equal((await service.call(listQuestions, { params: { slug }, query: {} })).total, 0)
  const [row] = await service.sql`select text from question where id = ${id}`
  assert.equal(row!.text, '', 'the text is removed at once')
  const events = await service.sql`select detail from audit_event where action = 'deleteQuestion'`
  assert.deepEqual(
    events.map(({ detail }) => detail),
    [{ question: id }],
  )
  await removeOldRows(service.sql, new Date(Date.now() + 47 * 3_600_000))
  assert.equal((await service.sql`select 1 from question where id = ${id}`).length, 1, 'it counts for the limit of a day')
  await removeOldRows(service.sql, new Date(Date.now() + 49 * 3_600_000))
  assert.equal((await service.sql`select 1 from question where id = ${id}`).length, 0)
})

test('answered questions and those of others stay', async () => {
  const answered = await addQuestion(service.sql, project, 'gleb', 'Answered?', 'Yes.')
  await refused('question_answered', remove(gleb, answered))
  const other = await addQuestion(service.sql, project, 'anna', 'Of Anna?')
  await refused('question_not_own', remove(gleb, other))
  await refused('question_not_own', remove(await callAs(service, 'curator'), other))
  await refused('question_not_found', remove(gleb, 2_147_483_647))
  await service.sql`update question set hidden_at = now(), hidden_reason = 'x' where id = ${other}`
  await refused('question_not_found', remove(gleb, other))
})

test('an outdated If-Match is refused', async () => {
  const id = await addQuestion(service.sql, project, 'gleb', 'Which version?')
  const headers = { authorization: `Bearer ${gleb.tokens.accessToken}`, 'if-match': '"older"' }
  await assertProblem(await fetch(`${service.url}/question/${id}`, { method: 'DELETE', headers }), 'precondition_failed')
})
