import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedResponse } from './cached-response.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

const answer = (size = 10) => cachedResponse(Buffer.alloc(size, 'x'))

// A response is cached when its key was seen before.
function putTwice(cache: ResponseCache, key: string, size = 10, madeIn = cache.version): void {
  for (let i = 0; i < 2; i++) cache.put(key, answer(size), { sameForAll: true, madeIn })
}

test('a cached response is found until the cache is cleared', () => {
  const cache = createResponseCache()
  putTwice(cache, 'GET /tag')
  assert.equal(cache.get('GET /tag')?.sameForAll, true)
  assert.equal(cache.get('GET /tag/'), undefined)
  cache.clear()
  assert.equal(cache.get('GET /tag'), undefined)
  assert.equal(cache.size, 0)
})

test('a response made before a change is not cached after it', () => {
  const cache = createResponseCache()
  const madeIn = cache.version
  cache.clear()
  putTwice(cache, 'GET /tag', 10, madeIn)
  assert.equal(cache.get('GET /tag'), undefined)
  putTwice(cache, 'GET /tag')
  assert.notEqual(cache.get('GET /tag'), undefined)
})

test('the cache is bounded: the least recently used response is evicted', () => {
  const cache = createResponseCache(100_000)
  for (let i = 0; i < 1000; i++) {
    putTwice(cache, `GET /${i}`, 1000)
    cache.get('GET /0')
  }
  assert.ok(cache.size > 20 && cache.size * 1000 < 100_000, String(cache.size))
  assert.notEqual(cache.get('GET /0'), undefined)
  assert.notEqual(cache.get('GET /999'), undefined)
  assert.equal(cache.get('GET /500'), undefined)
})

test('a response larger than the whole cache is not cached', () => {
  const cache = createResponseCache(10_000)
  putTwice(cache, 'GET /small')
  putTwice(cache, 'GET /huge', 20_000)
  assert.equal(cache.get('GET /huge'), undefined)
  assert.notEqual(cache.get('GET /small'), undefined)
})

test('keys of more than 512 characters are not cached', () => {
  const cache = createResponseCache()
  putTwice(cache, 'x'.repeat(512))
  putTwice(cache, 'y'.repeat(513))
  assert.equal(cache.size, 1)
})

test('a key that is seen for the first time is not cached', () => {
  const cache = createResponseCache()
  for (let i = 0; i < 1000; i++) cache.put(`GET /once/${i}`, answer(), { sameForAll: true, madeIn: cache.version })
  assert.ok(cache.size < 10, String(cache.size)) // a few false positives of the Bloom filter
})
