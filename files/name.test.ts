import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDisguised, storedName } from './name.ts'

test('a stored name is the last path segment, without invisible characters', () => {
  for (const [given, stored] of [
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\anna\\план.docx', 'план.docx'],
    ['a\0b\r\nc.txt', 'abc.txt'],
    ['e\u0301te\u0301.txt', 'été.txt'],
    ['\u200ere\u200fport.pdf', 'report.pdf'],
    ['  many   blanks .pdf', 'many blanks .pdf'],
    ['.env.txt', 'env.txt'],
    ['\ud800.txt', '\ufffd.txt'],
    ['', 'file'],
    ['/', 'file'],
    ['...', 'file'],
  ] as const)
    assert.equal(storedName(given), stored, JSON.stringify(given))
})

test('a long name keeps its extension', () => {
  assert.equal(storedName(`${'я'.repeat(300)}.tar.gz`), `${'я'.repeat(193)}.tar.gz`)
  assert.equal([...storedName('😀'.repeat(300))].length, 200)
  assert.equal(storedName(`${'я'.repeat(100_000)}.tar.gz`), `${'я'.repeat(193)}.tar.gz`)
  assert.ok(storedName(`${'😀'.repeat(100_000)}a.pdf`).isWellFormed())
  assert.ok(storedName('😀'.repeat(300)).isWellFormed())
})

test('a name with bidirectional overrides is refused as disguised', () => {
  assert.ok(isDisguised('invoice\u202efdp.exe'))
  assert.ok(isDisguised('a\u2066b.pdf'))
  assert.ok(!isDisguised('отчёт-עברית.pdf'))
})
