import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hideQuestion } from '#contract/console/question.ts'
import { answerQuestion, LONGEST_ANSWER, listQuestions } from '#contract/question.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addQuestion, mailAboutQuestion } from '#tests/support/world/questions.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

const slug = 'answer-here'
type Person = Awaited<ReturnType<typeof callAs>>
let project: number
let vera: Person
let curator: Person
const { service } = useService()
before(async () => {
  const { sql } = service
  project = await addProject(sql, slug)
  const team = await addTeam(sql, 'At work', 'boris*', 'vera')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  vera = await callAs(service, 'vera')
  curator = await callAs(service, 'curator')
})

const answer = (who: Person, id: number, text: string, replaces?: string | null) =>
  who(answerQuestion, { params: { id: String(id) }, body: { text, ...(replaces === undefined ? {} : { replaces }) } })
const asked = (text: string, login = 'gleb') => addQuestion(service.sql, project, login, text)

test('a member of the working team answers; the asker gets one email, also after changes', async () => {
  const id = await asked('When do we start?')
  const { answer: first } = await answer(vera, id, ' On *Monday*. ')
  assert.deepEqual([first!.text, first!.role, first!.team, first!.changedAt], ['On *Monday*.', 'team', 'At work', null])
  const { answer: second } = await answer(curator, id, 'On Tuesday.')
  assert.deepEqual([second!.text, second!.role, second!.team, second!.answeredAt], ['On Tuesday.', 'curator', null, first!.answeredAt])
  assert.ok(second!.changedAt)
  assert.deepEqual(await mailAboutQuestion(service.sql, id), ['question_answered gleb'])
  const listed = (await service.call(listQuestions, { params: { slug }, query: {} })).questions.find((one) => one.id === id)
  assert.equal(listed?.answer?.text, 'On Tuesday.')
  const events = await service.sql`select target, detail from audit_event where action = 'answerQuestion' order by seq`
  assert.deepEqual(
    events.map((event) => [event.target, event.detail]),
    [
      [`project ${project}`, { question: id, answer: [null, 'On *Monday*.'] }],
      [`project ${project}`, { question: id, answer: ['On *Monday*.', 'On Tuesday.'] }],
    ],
  )
})

test('nobody is told about an answer to their own question', async () => {
  const id = await asked('Who asked this?', 'vera')
  await answer(vera, id, 'I did.')
  assert.deepEqual(await mailAboutQuestion(service.sql, id), [])
})

test('the same answer again changes nothing', async () => {
  const id = await asked('Again?')
  const first = await answer(vera, id, 'Yes.')
  assert.deepEqual(await answer(vera, id, 'Yes.'), first)
  const [{ count }] = (await service.sql`
    select count(*)::int as count from audit_event where action = 'answerQuestion' and (detail->>'question')::int = ${id}`) as unknown as [
    { count: number },
  ]
  assert.equal(count, 1)
})

test('an answer that someone else has given meanwhile is not replaced', async () => {
  const id = await asked('Who is first?')
  const first = await answer(vera, id, 'The team.', null)
  await refused('answer_changed', answer(curator, id, 'The curators.', null))
  const second = await answer(curator, id, 'The curators.', first.answer!.answeredAt)
  await refused('answer_changed', answer(vera, id, 'The team!', first.answer!.answeredAt))
  await answer(vera, id, 'The team!', second.answer!.changedAt)
})

test('an outdated If-Match is refused', async () => {
  const id = await asked('Which version?')
  const send = (etag: string, text: string) =>
    fetch(`${service.url}/question/${id}/answer`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${vera.tokens.accessToken}`, 'content-type': 'application/json', 'if-match': etag },
      body: JSON.stringify({ text }),
    })
  await assertProblem(await send('"older"', 'None.'), 'precondition_failed')
  const first = await send('*', 'This one.')
  assert.equal(first.status, 200)
  assert.equal((await send(first.headers.get('etag')!, 'The next one.')).status, 200)
  await assertProblem(await send(first.headers.get('etag')!, 'The first one.'), 'precondition_failed')
})

test('others may not answer', async () => {
  const id = await asked('May I?')
  const problem = await refused('answer_not_allowed', answer(await callAs(service, 'gleb'), id, 'Yes.'))
  assert.match(problem.detail, /Project answer-here/)
  await refused('question_not_found', answer(vera, 2_147_483_647, 'x'))
  await refused('question_not_found', answer(vera, 9_999_999_999, 'x'))
})

test('hidden questions and those of unpublished projects are answered by curators only', async () => {
  const id = await asked('Hidden?')
  await curator(hideQuestion, { params: { id: String(id) }, body: { isHidden: true, reason: 'Unclear' } })
  await refused('question_not_found', answer(vera, id, 'Yes.'))
  await answer(curator, id, 'Yes.')
  const draft = await addProject(service.sql, 'answer-draft', { state: 'draft' })
  const other = await addQuestion(service.sql, draft, 'gleb', 'In a draft?')
  await refused('question_not_found', answer(vera, other, 'Yes.'))
  await answer(curator, other, 'Yes.')
})

test('blank and long answers are refused', async () => {
  const id = await asked('How long?')
  for (const text of ['', ' \n', '\u200b']) await refused('text_required', answer(vera, id, text))
  await refused('invalid_value', answer(vera, id, 'x'.repeat(LONGEST_ANSWER + 1)))
  assert.equal((await answer(vera, id, 'x'.repeat(LONGEST_ANSWER))).answer!.text.length, LONGEST_ANSWER)
})
