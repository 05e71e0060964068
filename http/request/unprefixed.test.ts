import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnprefixed } from './unprefixed.ts'

const endpoints = [
  { method: 'GET', path: '/project/active' },
  { method: 'POST', path: '/project/findmany' },
  { method: 'GET', path: '/project/{slug}' },
  { method: 'GET', path: '/user' },
  { method: 'PUT', path: '/member/{id}' },
] as const
const unprefixed = createUnprefixed('/api', endpoints, ['/', '/project/{slug}', '/project/{slug}/apply'])
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const urlOf = (method: string, url: string, accept?: string) => unprefixed({ method, url, accept })?.url

test('a fixed call without its prefix is answered for the address with it', () => {
  for (const [method, url] of [
    ['GET', '/project/active'],
    ['HEAD', '/project/active/?tags=1,2'],
    ['OPTIONS', '/project/karta-dvorov'],
    ['GET', '/project/karta-dvorov?x=/y'],
    ['POST', '/project/findmany'],
    ['GET', '/user'],
    ['PUT', '/member/5'],
  ] as const)
    assert.equal(urlOf(method, url, 'application/json'), `/api${url}`, `${method} ${url}`)
})

test('other URLs and other methods are not changed', () => {
  for (const [method, url] of [
    ['GET', '/'],
    ['GET', '/project/karta-dvorov/apply'],
    ['GET', '/my'],
    ['GET', '/console/projects'],
    ['DELETE', '/user'],
    ['GET', '/member/5'],
    ['GET', '/project/findmany'],
    ['GET', '/api/project/active'],
    ['GET', '//project/active'],
    ['GET', 'http://evil.example/user'],
  ] as const)
    assert.equal(urlOf(method, url, 'application/json'), undefined, `${method} ${url}`)
})

test('a request that accepts HTML gets the page, or what it got before', () => {
  for (const url of ['/project/active', '/project/karta-dvorov', '/user']) assert.equal(urlOf('GET', url, BROWSER), url)
  assert.equal(urlOf('GET', '/user', 'application/json, text/html;q=0.1'), '/user')
  for (const accept of ['application/json', 'image/*', 'text/html;q=0, */*', 'application/json, text/html; q=0.0', 'text/htmlx'])
    assert.equal(urlOf('GET', '/project/karta-dvorov', accept), '/api/project/karta-dvorov', accept)
})

test('a wildcard, or no Accept at all, means the page where there is one, and the call elsewhere', () => {
  for (const accept of [undefined, '*/*', 'text/*', 'application/json;q=0.5, */*;q=0.1']) {
    assert.equal(urlOf('GET', '/project/karta-dvorov', accept), '/project/karta-dvorov', accept)
    assert.equal(urlOf('GET', '/user', accept), '/api/user', accept)
    assert.equal(urlOf('POST', '/project/findmany', accept), '/api/project/findmany', accept)
  }
})
