import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dispositionOf, isFileBytes, rangeOf } from './download.ts'

test('Range headers are parsed exactly', () => {
  for (const [header, size, range] of [
    [undefined, 10, null],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['Bytes=2-', 10, { start: 2, end: 9 }],
    ['bytes= 2 - 4', 10, { start: 2, end: 4 }],
    ['bytes=-1', 10, { start: 9, end: 9 }],
    ['bytes=9-99999', 10, { start: 9, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=3-1', 10, null],
    ['bytes=0-1,2-3', 10, null],
    ['bytes=-', 10, null],
    ['bytes=1e3-', 10, null],
    ['bytes=99999999999999999999-', 10, null],
    ['items=0-1', 10, null],
  ] as const)
    assert.deepEqual(rangeOf(header, size), range, String(header))
})

test('a file name cannot close its quotes or inject a header', () => {
  for (const name of ['a"; filename=evil.exe', 'a\r\nSet-Cookie: x=1', 'a\\"b', "a'b*(c).txt", 'план %41.txt', '\ud800.txt']) {
    const header = dispositionOf(name)
    assert.match(header, /^attachment; filename="[^"\\%;\r\n]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/)
    assert.equal(decodeURIComponent(header.slice(header.indexOf("''") + 2)), name.toWellFormed())
  }
})

test('only the answer type of a file is sent as a file', () => {
  assert.ok(isFileBytes({ file: 1, sha256: 'x', size: 1, name: 'a', mime: 'b', isPublic: true }))
  for (const other of [null, undefined, {}, { sha256: 'x', id: 1 }, 'text']) assert.ok(!isFileBytes(other))
})
