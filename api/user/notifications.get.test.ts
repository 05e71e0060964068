import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curatorKinds, getNotifications, notificationKinds } from '#contract/notification.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

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
  await refused('not_signed_in', service.call(getNotifications))
})

test('kinds for curators are listed for curators only', async () => {
  const kinds = async (login: string) => (await (await callAs(service, login))(getNotifications)).kinds.map(({ kind }) => kind as string)
  for (const kind of curatorKinds) {
    assert.ok((await kinds('curator')).includes(kind) && (await kinds('admin')).includes(kind), kind)
    assert.ok(!(await kinds('gleb')).includes(kind), kind)
  }
})
