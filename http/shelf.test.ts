import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeReady } from './ready.ts'
import { createShelf, type Shelf } from './shelf.ts'

const answer = (size = 10) => makeReady(Buffer.alloc(size, 'x'))

// Only what is asked again is worth a place.
function putTwice(shelf: Shelf, key: string, size = 10, madeIn = shelf.edition): void {
  for (let i = 0; i < 2; i++) shelf.put(key, answer(size), true, madeIn)
}

test('what is put on the shelf is found until the catalog changes', () => {
  const shelf = createShelf()
  putTwice(shelf, 'GET /tag')
  assert.equal(shelf.get('GET /tag')?.sameForAll, true)
  assert.equal(shelf.get('GET /tag/'), undefined)
  shelf.clear()
  assert.equal(shelf.get('GET /tag'), undefined)
  assert.equal(shelf.size, 0)
})

test('an answer made before a change is not kept after it', () => {
  const shelf = createShelf()
  const madeIn = shelf.edition
  shelf.clear()
  putTwice(shelf, 'GET /tag', 10, madeIn)
  assert.equal(shelf.get('GET /tag'), undefined)
  putTwice(shelf, 'GET /tag')
  assert.notEqual(shelf.get('GET /tag'), undefined)
})

test('the shelf is bounded: the longest unasked answer makes room', () => {
  const shelf = createShelf(100_000)
  for (let i = 0; i < 1000; i++) {
    putTwice(shelf, `GET /${i}`, 1000)
    shelf.get('GET /0')
  }
  assert.ok(shelf.size > 20 && shelf.size * 1000 < 100_000, String(shelf.size))
  assert.notEqual(shelf.get('GET /0'), undefined)
  assert.notEqual(shelf.get('GET /999'), undefined)
  assert.equal(shelf.get('GET /500'), undefined)
})

test('an answer larger than the whole shelf is not kept', () => {
  const shelf = createShelf(10_000)
  putTwice(shelf, 'GET /small')
  putTwice(shelf, 'GET /huge', 20_000)
  assert.equal(shelf.get('GET /huge'), undefined)
  assert.notEqual(shelf.get('GET /small'), undefined)
})

test('a question of more than 512 characters is answered but not remembered', () => {
  const shelf = createShelf()
  putTwice(shelf, 'x'.repeat(512))
  putTwice(shelf, 'y'.repeat(513))
  assert.equal(shelf.size, 1)
})

test('a question asked once in a lifetime takes no place', () => {
  const shelf = createShelf()
  for (let i = 0; i < 1000; i++) shelf.put(`GET /once/${i}`, answer(), true, shelf.edition)
  assert.ok(shelf.size < 10, String(shelf.size)) // a few are taken for one another
})
