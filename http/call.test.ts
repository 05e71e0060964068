import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { asksForPage, callId, languageOf, nextId, requestedLanguageOf } from './call.ts'

const given = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage

for (const [header, standard, language] of [
  ['ru', 'en', 'ru'],
  ['ru-RU', 'en', 'ru'],
  ['RU', 'en', 'ru'],
  ['en-US,en;q=0.9,ru;q=0.8', 'ru', 'en'],
  ['de, ru;q=0.7, en;q=0.3', 'en', 'ru'],
  ['en;q=0.1, ru;q=0.2', 'en', 'ru'],
  ['en, ru', 'ru', 'en'],
  ['ru;q=0', 'ru', 'ru'],
  ['ru;q=0, en;q=0.1', 'ru', 'en'],
  ['*', 'ru', 'ru'],
  ['*;q=0.5, en;q=0.4', 'ru', 'ru'],
  ['de', 'en', 'en'],
  ['rust, english', 'en', 'en'],
  ['ru;q=abc, en;q=0.5', 'ru', 'ru'],
  ['', 'en', 'en'],
] as const)
  test(`“${header}” in a directory with the language ${standard} gets ${language}`, () => {
    assert.equal(languageOf(given({ 'accept-language': header }), standard), language)
  })

test('the language of a region is preferred to the language, and either stands in for the other', () => {
  const among = (header: string, ...offered: string[]) => languageOf(given({ 'accept-language': header }), 'en', ['en', ...offered])
  assert.equal(among('pt-BR', 'pt', 'pt-BR'), 'pt-BR')
  assert.equal(among('pt-BR', 'pt-BR', 'pt'), 'pt-BR')
  assert.equal(among('pt-PT', 'pt', 'pt-BR'), 'pt')
  assert.equal(among('pt', 'pt-BR'), 'pt-BR')
  assert.equal(among('pt', 'pt-BR', 'pt'), 'pt')
  assert.equal(among('pt-PT', 'pt-BR'), 'en')
})

test('without Accept-Language the language of the directory is used', () => {
  assert.equal(languageOf(given({}), 'ru'), 'ru')
})

test('only the first 500 characters of Accept-Language are parsed', () => {
  assert.equal(languageOf(given({ 'accept-language': `${'x,'.repeat(1_000_000)}ru` }), 'en'), 'en')
})

for (const [accept, isPage] of [
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['application/xml, TEXT/HTML ; q=0.5', true],
  ['text/html;q=0.01', true],
  ['text/html;q=0', false],
  ['*/*, text/html; q=0.000', false],
  ['text/html, application/json;q=0.1', false],
  ['text/html;q=0.9, application/problem+json', false],
  ['text/htmlx', false],
  ['x-text/html', false],
  ['*/*', false],
] as const)
  test(`“${accept}” asks for ${isPage ? 'a page' : 'something else'}`, () => {
    assert.equal(asksForPage(given({ accept })), isPage)
  })

test('without Accept no page is requested', () => {
  assert.equal(asksForPage(given({})), false)
})

for (const id of ['abcdefgh', 'A.b_c-12345', '0'.repeat(64)])
  test(`the caller’s request id “${id}” is used`, () => {
    assert.equal(callId(given({ 'x-request-id': id })), id)
  })

for (const id of ['', 'short', 'x'.repeat(65), 'with space', 'новый-номер', 'line\nbreak-12', '"><script>alert'])
  test(`${JSON.stringify(id.slice(0, 20))} is replaced by a generated id`, () => {
    const made = callId(given({ 'x-request-id': id }))
    assert.notEqual(made, id)
    assert.match(made, /^[A-Za-z0-9._-]{8,64}$/)
  })

test('generated ids are unique', () => {
  const ids = new Set(Array.from({ length: 100_000 }, nextId))
  assert.equal(ids.size, 100_000)
})

test('a language counts as requested only when Accept-Language names it', () => {
  for (const [header, language] of [
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['de, en;q=0.3', 'en'],
    ['de', null],
    ['*', null],
    ['', null],
    ['en;q=0', null],
  ] as const)
    assert.equal(requestedLanguageOf(given({ 'accept-language': header })), language, header)
  assert.equal(requestedLanguageOf(given({})), null)
})
