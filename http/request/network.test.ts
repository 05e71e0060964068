import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from '#http/limits/presets.ts'
import { networkOf } from './network.ts'

test('addresses are shortened to their network', () => {
  assert.equal(networkOf('203.0.113.77'), '203.0.113.0/24')
  assert.equal(networkOf('::ffff:203.0.113.77'), '203.0.113.0/24')
  assert.equal(networkOf('2001:db8:12:3456::1'), '2001:db8:12::/48')
  assert.equal(networkOf(addressKey('2001:db8:12:3456::1')), '2001:db8:12::/48')
  for (const text of ['', 'person 5', '203.0.113.999']) assert.equal(networkOf(text), 'unknown')
})
