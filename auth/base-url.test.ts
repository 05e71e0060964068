import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserRequest } from '#http/page/browser-routes.ts'
import type { AuthApp } from './app.ts'
import { baseUrlFor, isPrivateHost } from './base-url.ts'

type Given = { host?: string; url?: string; auth?: string; isLocal?: boolean }
const at = ({ host, url = '/auth/mobile/idpauthenticate', auth = 'https://app.example.org/auth', isLocal = false }: Given) =>
  baseUrlFor({ app: { auth: { url: auth, isLocal } }, message: { headers: { host } }, url } as unknown as BrowserRequest<AuthApp>)

test('under the configured host name there is no redirect', () => {
  assert.deepEqual(at({ host: 'app.example.org' }), { base: 'https://app.example.org/auth' })
  const auth = 'http://127.0.0.1:8000/auth'
  assert.deepEqual(at({ host: '127.0.0.1:8000', auth, isLocal: true }), { base: auth })
})

test('another host name is redirected to the configured one, with the query and only once', () => {
  for (const host of ['www.example.org', 'app.example.org:8443', 'app.example.org.', '10.0.2.2', 'localhost', '', undefined])
    assert.deepEqual(at({ host, url: '/auth/mobile/idpauthenticate?state=a%20b&nonce=c' }), {
      redirect: 'https://app.example.org/auth/mobile/idpauthenticate?state=a+b&nonce=c&canonical=1',
    })
  assert.deepEqual(at({ host: 'www.example.org', url: '/auth/mobile/idpauthenticate?canonical=1' }), {
    base: 'https://app.example.org/auth',
  })
})

test('an absolute-form request for another origin is redirected to ours', () => {
  for (const url of ['http://evil.example/auth/mobile/idpauthenticate', '//evil.example/auth/mobile/idpauthenticate'])
    assert.deepEqual(at({ host: 'evil.example', url }), {
      redirect: 'https://app.example.org/auth/mobile/idpauthenticate?canonical=1',
    })
})

test('in development private host names are accepted, public ones are redirected', () => {
  const local = { auth: 'http://localhost:8000/auth', isLocal: true }
  for (const host of ['10.0.2.2:8000', '192.168.1.20:8000', '127.0.0.1:8000', '[::1]:8000', 'localhost:9000'])
    assert.deepEqual(at({ ...local, host }), { base: `http://${host}/auth` })
  for (const host of ['evil.example', '8.8.8.8:8000', 'localhost.evil.example', '10.0.2.2.evil.example', '10.0.2.2@evil.example'])
    assert.deepEqual(at({ ...local, host }), { redirect: 'http://localhost:8000/auth/mobile/idpauthenticate?canonical=1' })
})

test('a host is private when its IP address is, or when it is localhost', () => {
  const inside = [
    'localhost',
    'localhost:8000',
    '127.0.0.1',
    '127.8.9.1:1',
    '10.0.2.2:8000',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1:65535',
    '169.254.1.1',
    '[::1]',
    '[::1]:8000',
    '[fd12:3456::1]:80',
    '[fe80::1]',
    '[::ffff:192.168.0.1]:80',
  ]
  for (const host of inside) assert.equal(isPrivateHost(host), true, host)
  const outside = [
    '',
    'example.org',
    'localhost.example.org',
    'notlocalhost',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '[2001:db8::1]',
    '[2606:4700::1111]:80',
    '[::ffff:8.8.8.8]',
    '10.0.0.1.nip.io',
    '10.0.0.1/evil',
    '10.0.0.1@evil.example',
    'evil.example@10.0.0.1',
    '10.0.0.1:80:90',
    '10.0.0.1:123456',
    '[10.0.0.1',
    '::1',
    '10.0.0.1\r\nx: y',
    ' 10.0.0.1',
  ]
  for (const host of outside) assert.equal(isPrivateHost(host), false, JSON.stringify(host))
})
