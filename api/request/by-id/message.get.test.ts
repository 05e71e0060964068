import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRequestMessages } from '#contract/message.ts'
import { addApplication, addMessage } from '#tests/support/conversations.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

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
