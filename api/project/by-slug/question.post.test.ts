import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { closeQuestions } from '#contract/console/question.ts'
import {
  createQuestion,
  deleteQuestion,
  LONGEST_QUESTION,
  listQuestions,
  MOST_OPEN_QUESTIONS,
  QUESTIONS_A_DAY,
} from '#contract/question.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { mailAboutQuestion } from '#tests/support/world/questions.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'

const slug = 'ask-here'
type Person = Awaited<ReturnType<typeof callAs>>
let shift = 0
let project: number
let gleb: Person
const { service } = useService({ now: () => new Date(Date.now() + shift) })
before(async () => {
  const { sql } = service
  project = await addProject(sql, slug)
  const team = await addTeam(sql, 'At work', 'boris*', 'vera', 'curator')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  gleb = await callAs(service, 'gleb')
  await service.app.catalog.refresh()
})

const ask = (who: Person, text: string, at = slug, headers = {}) => who(createQuestion, { params: { slug: at }, body: { text }, headers })
const clear = () => service.sql`delete from question`

test('a question is public at once, and recorded without its text', async () => {
  const question = await ask(gleb, '  Is Python enough?\r\nOr C++ too? ')
  assert.deepEqual(
    { ...question, id: 0, askedAt: '' },
    { id: 0, askedAt: '', text: 'Is Python enough?\nOr C++ too?', asker: question.asker, isOwn: true, answer: null },
  )
  const { questions, unanswered } = await service.call(listQuestions, { params: { slug }, query: {} })
  assert.deepEqual([questions.map(({ id }) => id), unanswered], [[question.id], 1])
  const [event] = await service.sql`select actor_id, target, detail from audit_event where action = 'createQuestion'`
  assert.deepEqual(
    { ...event },
    { actor_id: await personOf(service.sql, 'gleb'), target: `project ${project}`, detail: { question: question.id } },
  )
  await clear()
})

test('curators and the working team get one email each, the asker none', async () => {
  const { id } = await ask(gleb, 'Who is told?')
  assert.deepEqual((await mailAboutQuestion(service.sql, id)).toSorted(), [
    'question_asked admin',
    'question_asked boris',
    'question_asked curator',
    'question_asked vera',
  ])
  const { id: own } = await ask(await callAs(service, 'vera'), 'And if one of us asks?')
  assert.ok(!(await mailAboutQuestion(service.sql, own)).includes('question_asked vera'))
  await clear()
})

test('the same question is not asked twice: with the same key, and with the same text', async () => {
  const headers = { 'idempotency-key': 'the-key-of-a-question' }
  const first = await ask(gleb, 'Once?', slug, headers)
  assert.deepEqual(await ask(gleb, 'Once?', slug, headers), first)
  assert.deepEqual(await ask(gleb, 'Once?'), first)
  await refused('idempotency_key_reused', ask(gleb, 'Twice?', slug, headers))
  assert.equal((await mailAboutQuestion(service.sql, first.id)).length, 4)
  await clear()
})

test('blank and long texts are refused', async () => {
  for (const text of ['', ' \n ', '\u200b\u2060']) await refused('text_required', ask(gleb, text))
  await refused('invalid_value', ask(gleb, 'x'.repeat(LONGEST_QUESTION + 1)))
  assert.equal((await ask(gleb, 'x'.repeat(LONGEST_QUESTION))).text.length, LONGEST_QUESTION)
  await clear()
})

test('closed questions, unpublished and missing projects take none', async () => {
  const curator = await callAs(service, 'curator')
  await curator(closeQuestions, { params: { id: String(project) }, body: { isClosed: true } })
  const problem = await refused('questions_closed', ask(gleb, 'Too late?'))
  assert.match(problem.detail, /Project ask-here/)
  assert.equal((await service.call(listQuestions, { params: { slug }, query: {} })).isClosed, true)
  await curator(closeQuestions, { params: { id: String(project) }, body: { isClosed: false } })
  await addProject(service.sql, 'ask-draft', { state: 'draft' })
  for (const other of ['ask-draft', 'no-such-project']) await refused('project_not_found', ask(curator, 'Here?', other))
})

test('a person has at most three unanswered questions on a project', async () => {
  const asked = []
  for (let n = 0; n < MOST_OPEN_QUESTIONS; n++) asked.push(await ask(gleb, `Question ${n}?`))
  await refused('questions_waiting', ask(gleb, 'One more?'))
  await service.sql`update question set answer = 'Yes.', answer_role = 'curator', answered_at = now() where id = ${asked[0]!.id}`
  await ask(gleb, 'One more?')
  await refused('questions_waiting', ask(gleb, 'And another?'))
  await gleb(deleteQuestion, { params: { id: String(asked[1]!.id) } })
  await ask(gleb, 'And another?')
  const other = await callAs(service, 'vera')
  await ask(other, 'The limit of another person?')
  await clear()
})

test('several calls at once do not pass the limit together', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => ask(gleb, `At once ${n}?`)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, MOST_OPEN_QUESTIONS)
  await clear()
})

test('a person asks at most ten questions a day, deleted ones included', async () => {
  for (let n = 0; n < QUESTIONS_A_DAY; n++) {
    const { id } = await ask(gleb, `Question ${n}?`)
    await gleb(deleteQuestion, { params: { id: String(id) } })
  }
  const response = await fetch(`${service.url}/project/${slug}/question`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gleb.tokens.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'One more?' }),
  })
  const seconds = Number(response.headers.get('retry-after'))
  assert.ok(seconds > 86_000 && seconds <= 86_400, String(seconds))
  assert.match((await assertProblem(response, 'too_many_questions')).detail, /up to 10 questions a day. Try again in 24 h/)
  await ask(await callAs(service, 'anna'), 'Is another person limited?')
  shift += 86_400_000 + 60_000
  assert.equal((await ask(await callAs(service, 'gleb'), 'The next day?')).text, 'The next day?')
  await clear()
})
