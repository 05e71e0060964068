import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { applyDecision, listConsoleRequests } from '#contract/console/request.ts'
import {
  askTeam,
  LONGEST_MESSAGE,
  listConsoleMessages,
  listRequestMessages,
  listTeamQuestions,
  MOST_MESSAGES,
  sendRequestMessage,
} from '#contract/message.ts'
import { decideRequest, withdrawRequest } from '#contract/request.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addApplication, addMessage, mailWith } from '#tests/support/world/conversations.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { takeAdministration } from '#tests/support/world/teams.ts'

const { service } = useService()

describe('listTeamQuestions', () => {
  before(async () => {
    await service.sql`delete from request_message`
  })

  const list = async (login: string) => (await (await callAs(service, login))(listTeamQuestions)).questions

  test('questions that await an answer, the longest waiting first', async () => {
    const { sql } = service
    const [first, second] = [await addApplication(sql, 'first', 'anna*', 'vera'), await addApplication(sql, 'second', 'anna*')]
    assert.deepEqual(await list('anna'), [])
    await addMessage(sql, second.id, 'curator', 'curator', 'When?')
    await addMessage(sql, first.id, 'curator', 'curator', 'Who?')
    await sql`update request_message set created_at = created_at - interval '1 day' where request_id = ${second.id}`
    const found = await list('anna')
    assert.deepEqual(
      found.map(({ askedAt: _, ...rest }) => rest),
      [
        { request: second.id, team: second.team, project: 'second', projectName: 'Project second', text: 'When?', mayWrite: true },
        { request: first.id, team: first.team, project: 'first', projectName: 'Project first', text: 'Who?', mayWrite: true },
      ],
    )
    assert.deepEqual(
      (await list('vera')).map(({ request, mayWrite }) => [request, mayWrite]),
      [[first.id, false]],
    )
    assert.deepEqual(await list('gleb'), [])
    await addMessage(sql, first.id, 'team', 'anna', 'Me.')
    assert.deepEqual(
      (await list('anna')).map(({ request }) => request),
      [second.id],
    )
    await sql`update request set status = 'withdrawn' where id = ${second.id}`
    assert.deepEqual(await list('anna'), [])
  })
})

describe('listRequestMessages', () => {
  // What may be read and written: message.post.test.ts.
  test('a message of a deleted account has no author', async () => {
    const { id } = await addApplication(service.sql, 'asked', 'anna*')
    await addMessage(service.sql, id, 'curator', 'curator', 'Who?')
    const anna = await callAs(service, 'anna')
    const read = async () => (await anna(listRequestMessages, { params: { id: String(id) } })).messages.map(({ author }) => author)
    assert.equal(typeof (await read())[0], 'string')
    await service.sql`update request_message set author_id = null`
    assert.deepEqual(await read(), [null])
  })
})

describe('sendRequestMessage', () => {
  // anna and boris are admins of the team and anna has applied, vera is a member, gleb is in no team.
  type Person = Awaited<ReturnType<typeof callAs>>
  const people = {} as Record<'anna' | 'boris' | 'vera' | 'gleb' | 'curator' | 'admin', Person>
  before(async () => {
    for (const login of ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin'] as const) people[login] = await callAs(service, login)
  })

  let made = 0
  const applied = async () => (await addApplication(service.sql, `asked-${++made}`, 'anna*', 'boris*', 'vera')).id
  const params = (id: number) => ({ params: { id: String(id) } })
  const ask = (id: number, text: string, by = people.curator) => by(askTeam, { ...params(id), body: { text } })
  const answer = (id: number, text: string, by = people.anna) => by(sendRequestMessage, { ...params(id), body: { text } })
  const read = (id: number, by = people.anna) => by(listRequestMessages, params(id))
  const textsOf = async (id: number) => (await read(id)).messages.map(({ role, text }) => `${role}: ${text}`)

  test('a curator asks, the team reads and answers', async () => {
    const id = await applied()
    assert.deepEqual(await read(id), { messages: [], isOpen: true, isWaiting: false, mayWrite: false })
    await refused('nothing_asked', answer(id, 'Too early'))
    const asked = await ask(id, ' Who knows\r\nstatistics? ')
    assert.deepEqual([asked.text, asked.role, asked.isOwn], ['Who knows\nstatistics?', 'curator', true])
    for (const [by, mayWrite] of [
      [people.anna, true],
      [people.boris, true],
      [people.vera, false],
    ] as const) {
      const { messages, ...rest } = await read(id, by)
      assert.deepEqual(rest, { isOpen: true, isWaiting: true, mayWrite })
      assert.deepEqual(messages, [{ ...asked, isOwn: false }])
    }
    assert.equal((await people.curator(listConsoleRequests, { query: { project: `asked-${made}` } })).requests[0]!.isAnswerAwaited, true)
    await answer(id, 'Boris does.', people.boris)
    await answer(id, 'And I do.')
    await ask(id, 'Thank you.', people.admin)
    assert.deepEqual(await textsOf(id), ['curator: Who knows\nstatistics?', 'team: Boris does.', 'team: And I do.', 'curator: Thank you.'])
    const { messages, ...rest } = await people.curator(listConsoleMessages, params(id))
    assert.deepEqual(rest, { isOpen: true, isWaiting: true, mayWrite: true })
    assert.deepEqual(
      messages.map(({ isOwn, author }) => [isOwn, typeof author]),
      [
        [true, 'string'],
        [false, 'string'],
        [false, 'string'],
        [false, 'string'],
      ],
    )
  })

  test('admins and the member who applied write for the team', async () => {
    const id = await applied()
    await ask(id, 'Who?')
    await refused('not_team_administrator', answer(id, 'Me', people.vera))
    await refused('request_not_found', answer(id, 'Me', people.gleb))
    await refused('request_not_found', answer(id, 'Me', people.curator))
    await refused('request_not_found', read(id, people.gleb))
    await refused('request_not_found', read(id, people.curator))
    await refused('request_not_found', answer(2_147_483_647, 'x'))
    await refused('request_not_found', ask(2_147_483_647, 'x'))
    await refused('request_not_found', people.curator(listConsoleMessages, params(2_147_483_647)))
    await takeAdministration(service.sql, await personOf(service.sql, 'anna'))
    await answer(id, 'I applied, but am no admin any more')
    assert.ok((await read(id)).mayWrite)
    await service.sql`update member set is_administrator = true where person_id = ${await personOf(service.sql, 'anna')}`
    await refused('text_required', answer(id, ' '))
    await refused('text_required', ask(id, '\u200b'))
    await refused('invalid_value', answer(id, 'x'.repeat(LONGEST_MESSAGE + 1)))
  })

  test('emails go both ways: to admins and the applicant, and to the curators who asked', async () => {
    const id = await applied()
    await takeAdministration(service.sql, await personOf(service.sql, 'anna'))
    const question = await ask(id, 'Who?')
    assert.deepEqual(await mailWith(service.sql, 'message', question.id), ['request_question anna', 'request_question boris'])
    const first = await answer(id, 'Boris.', people.boris)
    assert.deepEqual(await mailWith(service.sql, 'message', first.id), ['request_answer curator'])
    await ask(id, 'And when?', people.admin)
    const second = await answer(id, 'In May.', people.boris)
    assert.deepEqual((await mailWith(service.sql, 'message', second.id)).toSorted(), ['request_answer admin', 'request_answer curator'])
    await service.sql`update member set is_administrator = true where person_id = ${await personOf(service.sql, 'anna')}`
  })

  test('the same text again is one message', async () => {
    const id = await applied()
    const question = await ask(id, 'Who?')
    assert.equal((await ask(id, 'Who?')).id, question.id)
    const first = await answer(id, 'Boris.')
    assert.equal((await answer(id, 'Boris.')).id, first.id)
    assert.equal((await read(id)).messages.length, 2)
  })

  test('an application has at most 50 messages', async () => {
    const id = await applied()
    for (let n = 1; n < MOST_MESSAGES; n++)
      await addMessage(service.sql, id, n % 2 ? 'curator' : 'team', n % 2 ? 'curator' : 'anna', `${n}`)
    const outcomes = await Promise.allSettled([answer(id, 'a'), answer(id, 'b', people.boris), ask(id, 'c')])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    await refused('too_many_messages', answer(id, 'One more'))
    await refused('too_many_messages', ask(id, 'One more'))
  })

  test('a decision that has not taken effect closes the conversation for curators, but does not show to the team', async () => {
    const id = await applied()
    await ask(id, 'Who?')
    const before = await read(id)
    await people.curator(decideRequest, { ...params(id), body: { decision: 'approve' } })
    assert.deepEqual(await read(id), before)
    await refused('request_decided', ask(id, 'And when?'))
    const console = await people.curator(listConsoleMessages, params(id))
    assert.deepEqual([console.isOpen, console.isWaiting, console.mayWrite], [false, false, false])
    await answer(id, 'Boris.')
    await people.curator(applyDecision, params(id))
    assert.deepEqual(await textsOf(id), ['curator: Who?', 'team: Boris.'])
    await refused('request_decided', answer(id, 'Vera too.'))
    const { isOpen, isWaiting, mayWrite } = await read(id)
    assert.deepEqual([isOpen, isWaiting, mayWrite], [false, false, false])
  })

  test('a withdrawn application can be read, but not answered', async () => {
    const id = await applied()
    await service.sql`delete from assignment where team_id = (select team_id from request where id = ${id})`
    await ask(id, 'Who?')
    await people.anna(withdrawRequest, params(id))
    await refused('request_decided', answer(id, 'Boris.'))
    await refused('request_decided', ask(id, 'Why?'))
    assert.equal((await read(id)).messages.length, 1)
  })

  test('an answer and the end of the undo window at the same time: the answer is before the decision, or refused', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await applied()
      await ask(id, 'Who?')
      await people.curator(decideRequest, { ...params(id), body: { decision: 'decline', reason: 1 } })
      const [sent, applied_] = await Promise.allSettled([answer(id, 'Boris.'), people.curator(applyDecision, params(id))])
      assert.equal(applied_.status, 'fulfilled')
      const [row] = await service.sql`
      select q.status, (select count(*)::int from request_message m where m.request_id = q.id) as messages from request q where q.id = ${id}`
      assert.deepEqual({ ...row }, { status: 'declined', messages: sent.status === 'fulfilled' ? 2 : 1 })
      await refused('request_decided', answer(id, 'Late.'))
    }
  })

  test('a question and a decision at the same time: the question is before the decision, or refused', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await applied()
      const [asked, decided] = await Promise.allSettled([
        ask(id, 'Who?'),
        people.admin(decideRequest, { ...params(id), body: { decision: 'decline', reason: 1 } }),
      ])
      assert.equal(decided.status, 'fulfilled')
      assert.equal((await read(id)).messages.length, asked.status === 'fulfilled' ? 1 : 0)
      await refused('request_decided', ask(id, 'Late?'))
    }
  })

  test('the audit log has no text of a message', async () => {
    const id = await applied()
    const question = await ask(id, 'Secret question')
    const reply = await answer(id, 'Secret answer')
    const events = await service.sql<{ action: string; detail: object }[]>`
    select action, detail from audit_event where target = ${`request ${id}`} order by seq`
    assert.deepEqual(
      events.map((event) => ({ ...event })),
      [
        { action: 'askTeam', detail: { message: question.id } },
        { action: 'sendRequestMessage', detail: { message: reply.id } },
      ],
    )
  })
})
