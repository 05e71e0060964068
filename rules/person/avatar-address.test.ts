import assert from 'node:assert/strict'
import { test } from 'node:test'
import { avatarView } from './avatar-address.ts'

test('the address of an avatar: of the directory, of a provider, none', () => {
  assert.equal(avatarView('/avatar/7', 'https://directory.test/api'), 'https://directory.test/api/avatar/7')
  assert.equal(avatarView('https://provider.test/7.png', 'https://directory.test/api'), 'https://provider.test/7.png')
  assert.equal(avatarView(null, 'https://directory.test/api'), null)
})
