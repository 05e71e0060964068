import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listQuestions } from '#contract/question.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// boris and vera are in the team that works on the project; gleb is in no team.
const slug = 'asked-about'
let project: number
let team: number
let questions: number[]
const { service } = useService()
before(async () => {
  const { sql } = service
  project = await addProject(sql, slug)
  team = await addTeam(sql, 'At work', 'boris*', 'vera')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  questions = [
    await addQuestion(sql, project, 'gleb', 'The first?', 'Yes, *the first*.'),
    await addQuestion(sql, project, 'anna', 'The second?'),
    await addQuestion(sql, project, 'anna', 'Hidden?'),
    await addQuestion(sql, project, 'anna', 'Deleted?'),
    await addQuestion(sql, project, 'gleb', 'The third?'),
  ]
  await sql`update question set hidden_at = now(), hidden_reason = 'Rude' where id = ${questions[2]!}`
  await sql`update question set deleted_at = now(), text = '' where id = ${questions[3]!}`
  await service.app.catalog.refresh()
})

const list = (call: Awaited<ReturnType<typeof callAs>> | TestService['call'], query = {}) =>
  call(listQuestions, { params: { slug }, query })

test('everybody reads questions and answers, newest first, without hidden and deleted ones', async () => {
  const answer = await list(service.call)
  assert.deepEqual(
    answer.questions.map(({ text }) => text),
    ['The third?', 'The second?', 'The first?'],
  )
  const { questions: _, ...rest } = answer
  assert.deepEqual(rest, { total: 3, unanswered: 2, page: 1, pageSize: 50, isClosed: false, mayAnswer: false })
  const first = answer.questions.at(-1)!
  assert.deepEqual([first.answer?.text, first.answer?.role, first.answer?.changedAt], ['Yes, *the first*.', 'curator', null])
})

test('names of askers and authors are for signed-in callers', async () => {
  for (const { asker, answer, isOwn } of (await list(service.call)).questions)
    assert.deepEqual([asker, answer?.author ?? null, isOwn], [null, null, false])
  const gleb = await callAs(service, 'gleb')
  const seen = (await list(gleb)).questions
  assert.ok(seen.every(({ asker }) => asker))
  assert.ok(seen.at(-1)!.answer!.author)
  assert.deepEqual(
    seen.map(({ isOwn }) => isOwn),
    [true, false, true],
  )
})

test('a directory with public members shows the names to guests too', async (t) => {
  const open = await startService({ env: { PUBLIC_PEOPLE: 'true' } })
  t.after(() => open.close())
  const id = await addProject(open.sql, slug)
  await addQuestion(open.sql, id, 'gleb', 'Who am I?')
  await open.app.catalog.refresh()
  assert.ok((await list(open.call)).questions[0]!.asker)
})

test('members of the working team and curators may answer', async () => {
  const may = async (login: string) => (await list(await callAs(service, login))).mayAnswer
  assert.deepEqual(await Promise.all(['gleb', 'anna', 'boris', 'vera', 'curator', 'admin'].map(may)), [
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})

test('a team is named while the project lists it', async () => {
  const { sql } = service
  const [id] = questions
  await sql`update question set answer_role = 'team', answer_team_id = ${team} where id = ${id!}`
  await service.app.catalog.refresh()
  const shown = async () => (await list(service.call)).questions.at(-1)!.answer!
  assert.deepEqual([(await shown()).role, (await shown()).team], ['team', 'At work'])
  await sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${team}`
  await service.app.catalog.refresh()
  assert.deepEqual([(await shown()).role, (await shown()).team], ['team', null])
})

test('pages', async () => {
  const second = await list(service.call, { page: '2', pageSize: '2' })
  assert.deepEqual([second.questions.map(({ text }) => text), second.total, second.page, second.pageSize], [['The first?'], 3, 2, 2])
  assert.deepEqual((await list(service.call, { page: '9' })).questions, [])
  await refused('invalid_value', list(service.call, { page: '0' }))
  await refused('invalid_input', list(service.call, { page: 'x' }))
})

test('projects that are not published have no questions, and long addresses are refused', async () => {
  await addProject(service.sql, 'asked-draft', { state: 'draft' })
  for (const other of ['asked-draft', 'no-such-project'])
    await refused('project_not_found', service.call(listQuestions, { params: { slug: other }, query: {} }))
  await refused('invalid_value', service.call(listQuestions, { params: { slug: 'x'.repeat(81) }, query: {} }))
})

test('questions are found by a former address too', async () => {
  await service.sql`update project set slug = 'asked-elsewhere' where id = ${project}`
  await service.app.catalog.refresh()
  assert.equal((await list(service.call)).total, 3)
})
