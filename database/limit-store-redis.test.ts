import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { openRedisLimitStore } from './limit-store-redis.ts'

test('a store that is closed while it is connecting leaves no connection open', { timeout: 60_000 }, async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const errors: Error[] = []
  const store = openRedisLimitStore(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, (error) => errors.push(error))
  const connecting = once(server, 'connection')
  await store.close()
  const [socket] = (await connecting) as [Socket]
  socket.resume().on('error', () => {})
  await once(socket, 'close')
  assert.deepEqual(errors, [])
  server.close()
  await once(server, 'close')
})

test('a store that is closed after an answer it cannot read leaves no connection open', { timeout: 60_000 }, async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connecting = once(server, 'connection')
  const failed = Promise.withResolvers<Error>()
  const store = openRedisLimitStore(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, failed.resolve)
  const [socket] = (await connecting) as [Socket]
  socket.resume().on('error', () => {})
  socket.write('220 mail ESMTP\r\n') // the port of another program
  await failed.promise
  const closed = once(socket, 'close')
  await store.close()
  await closed
  server.close()
  await once(server, 'close')
})
