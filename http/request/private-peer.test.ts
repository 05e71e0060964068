import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { isFromPrivatePeer } from './private-peer.ts'

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  isFromPrivatePeer({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)

test('this machine and its local network are private', () => {
  for (const address of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '10.0.2.2', '192.168.1.7', 'fd12::5', 'fe80::1'])
    assert.ok(from(address), address)
  assert.ok(from('127.0.0.1', { 'x-forwarded-for': '192.168.1.7:4711, [::1]:80' }))
  assert.ok(from('127.0.0.1', { forwarded: 'for=192.168.1.7;proto=http' }))
})

test('public, unknown and unreadable addresses are not', () => {
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2001:db8::1', '100.64.0.1', '', undefined]) assert.ok(!from(address), address)
})

test('a public address reported by a tunnel is not, even if the tunnel is not a trusted proxy', () => {
  for (const header of ['8.8.8.8', '127.0.0.1, 8.8.8.8', '8.8.8.8, 127.0.0.1', '8.8.8.8:1234', '[2001:db8::1]:443', 'unknown'])
    assert.ok(!from('127.0.0.1', { 'x-forwarded-for': header }), header)
  assert.ok(!from('127.0.0.1', { forwarded: 'for=127.0.0.1, for="[2001:db8::1]:443"' }))
})
