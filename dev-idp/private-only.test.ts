import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createDevIdp } from './provider.ts'

const { NODE_ENV } = process.env
afterEach(() => {
  process.env.NODE_ENV = NODE_ENV ?? 'test'
})

const at = (url: string) => createDevIdp({ url, isRedirectUri: () => true, locale: 'en' })

test('in production it is never created, not even on loopback', () => {
  process.env.NODE_ENV = 'production'
  assert.throws(() => at('http://localhost:8000/idp'), /does not start when NODE_ENV is "production"/)
})

test('it is created on loopback and private addresses', () => {
  for (const host of [
    'localhost:8000',
    '127.0.0.1:8000',
    '127.8.9.1',
    '[::1]:8000',
    '10.0.2.2:8000',
    '192.168.1.20',
    '172.31.0.1',
    '169.254.3.4',
    '[fe80::1]',
    '[fd12::5]',
    '[::ffff:192.168.1.1]',
    'laptop',
    'laptop.local:8000',
    'app.localhost',
    'localhost.',
  ])
    assert.equal(at(`http://${host}/idp`).issuer, `http://${host}/idp`)
})

test('it is refused on public addresses', () => {
  for (const host of [
    'projects.example.org',
    'projects.uni-local', // not below .local
    'projects.notlocalhost',
    '8.8.8.8',
    '172.32.0.1',
    '134744072',
    '100.64.0.1',
    '[2001:db8::1]',
    '[2a00:1450::1]',
    '[::ffff:8.8.8.8]',
    'example.org.',
    'localhost.example.org',
    'local.example',
    'notlocal.org',
  ])
    assert.throws(() => at(`http://${host}/idp`), /does not start at ".+", only at localhost or a private address/, host)
})
