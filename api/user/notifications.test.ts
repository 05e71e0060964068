import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { curatorKinds, getNotifications, notificationKinds, updateNotifications } from '#contract/notification.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

describe('getNotifications', () => {
  test('by default all notifications are sent immediately to the address of the account', async () => {
    const call = await callAs(service, 'anna')
    assert.deepEqual(await call(getNotifications), {
      email: 'anna@students.example.org',
      language: 'en', // Accept-Language at sign-in
      kinds: notificationKinds.filter((kind) => !curatorKinds.includes(kind)).map((kind) => ({ kind, when: 'at-once' })),
    })
    assert.equal((await service.sql`select 1 from notification`).length, 0, 'looking leaves nothing behind')
  })

  test('curators also choose how they hear of new applications: by default once a day', async () => {
    const call = await callAs(service, 'curator')
    const { kinds } = await call(getNotifications)
    assert.deepEqual(
      kinds,
      notificationKinds.map((kind) => ({ kind, when: kind === 'request_new' ? 'daily' : 'at-once' })),
    )
  })

  test('saved settings are returned to their owner only', async () => {
    const [boris, vera] = [await callAs(service, 'boris'), await callAs(service, 'vera')]
    const { id } = boris.tokens.user
    await service.sql`insert into notification (person_id, choices) values (${id}, '{"team_added": "off", "result_replaced": "daily", "gone": "off"}')`
    await service.sql`update person set language = 'ru', email = null where id = ${id}`
    const { email, language, kinds } = await boris(getNotifications)
    assert.deepEqual([email, language], ['', 'ru'])
    assert.deepEqual(
      kinds.filter(({ when }) => when !== 'at-once'),
      [
        { kind: 'team_added', when: 'off' },
        { kind: 'result_replaced', when: 'daily' },
      ],
    )
    assert.ok((await vera(getNotifications)).kinds.every(({ when }) => when === 'at-once'))
  })

  test('kinds for curators are listed for curators only', async () => {
    const kinds = async (login: string) => (await (await callAs(service, login))(getNotifications)).kinds.map(({ kind }) => kind as string)
    for (const kind of curatorKinds) {
      assert.ok((await kinds('curator')).includes(kind) && (await kinds('admin')).includes(kind), kind)
      assert.ok(!(await kinds('gleb')).includes(kind), kind)
    }
  })
})

describe('updateNotifications', () => {
  type Caller = Awaited<ReturnType<typeof callAs>>
  const chosen = async (call: Caller) => {
    const { kinds, language } = await call(getNotifications)
    return { language, ...Object.fromEntries(kinds.filter(({ when }) => when !== 'at-once').map(({ kind, when }) => [kind, when])) }
  }

  test('omitted kinds and language are not changed', async () => {
    const anna = await callAs(service, 'anna')
    const answer = await anna(updateNotifications, { body: { language: 'ru', kinds: [{ kind: 'result_replaced', when: 'daily' }] } })
    assert.deepEqual(answer, await anna(getNotifications), 'it answers with what is there now')
    await anna(updateNotifications, { body: { kinds: [{ kind: 'team_added', when: 'off' }] } })
    assert.deepEqual(await chosen(anna), { language: 'ru', result_replaced: 'daily', team_added: 'off' })
    await anna(updateNotifications, { body: {} })
    await anna(updateNotifications, { body: { kinds: [{ kind: 'result_replaced', when: 'at-once' }] } })
    assert.deepEqual(await chosen(anna), { language: 'ru', team_added: 'off' })
    await anna(updateNotifications, { body: { language: null } })
    assert.deepEqual(await chosen(anna), { language: null, team_added: 'off' }, 'null: the language of the directory')
    assert.deepEqual(await chosen(await callAs(service, 'gleb')), { language: 'en' }, 'nobody else is touched')
  })

  test('the last value of a repeated kind wins', async () => {
    const vera = await callAs(service, 'vera')
    await vera(updateNotifications, {
      body: {
        kinds: [
          { kind: 'team_added', when: 'off' },
          { kind: 'team_added', when: 'daily' },
        ],
      },
    })
    assert.deepEqual(await chosen(vera), { language: 'en', team_added: 'daily' })
  })

  test('an outdated If-Match is refused', async () => {
    const boris = await callAs(service, 'boris')
    const send = (when: string, etag: string) =>
      fetch(`${service.url}/user/notifications`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${boris.tokens.accessToken}`, 'content-type': 'application/json', 'if-match': etag },
        body: JSON.stringify({ kinds: [{ kind: 'new_sign_in', when }] }),
      })
    const seen = await fetch(`${service.url}/user/notifications`, { headers: { authorization: `Bearer ${boris.tokens.accessToken}` } })
    const etag = seen.headers.get('etag')!
    const answers = await Promise.all([send('off', etag), send('daily', etag), send('off', etag)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412], 'of several at once one gets through')
    await assertProblem(await send('daily', etag), 'precondition_failed')
    const good = answers.find(({ status }) => status === 200)!
    assert.equal((await send('daily', good.headers.get('etag')!)).status, 200, 'its answer names the new state')
  })

  test('unknown kinds, times and languages are refused', async () => {
    const call = await callAs(service, 'gleb')
    const put = (body: unknown) => call(updateNotifications, { body: body as never })
    await refused('invalid_value', put({ kinds: [{ kind: 'email_change', when: 'off' }] }))
    await refused('invalid_value', put({ kinds: [{ kind: 'team_added', when: 'never' }] }))
    await refused('invalid_value', put({ language: 'de' }))
    await refused('invalid_input', put({ kinds: { team_added: 'off' } }))
    await refused('invalid_value', put({ kinds: Array.from({ length: 51 }, () => ({ kind: 'team_added', when: 'off' })) }))
    assert.deepEqual(await chosen(call), { language: 'en' })
  })
})
