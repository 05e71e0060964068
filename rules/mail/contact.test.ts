import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ContactEmail, MOST_LINKS_MAILED, readContactEmail, reviewLimits, waitForLink, whyReview } from './contact.ts'

const body = { name: 'Anna', email: 'anna@example.org' }
const read = (more: object): ContactEmail => {
  const letter = readContactEmail({ ...body, ...more })
  assert.ok(!('refusal' in letter), JSON.stringify(letter))
  return letter
}
const refusalOf = (more: object) => {
  const letter = readContactEmail({ ...body, ...more })
  return 'refusal' in letter ? letter.refusal : null
}

test('a name and an address are enough', () => {
  assert.deepEqual(readContactEmail(body), { ...body, subject: '', message: '', about: 'contact' })
})

test('white space, Unicode form and line ends are normalised', () => {
  assert.deepEqual(
    read({ name: ' Ани\u0306 ', email: ' anna@EXAMPLE.org ', subject: ' Йод ', message: '\r\nOne\r\n\tTwo 👩‍💻\n', kind: 'feedback' }),
    { name: 'Ани\u0306'.normalize('NFC'), email: 'anna@example.org', subject: 'Йод', message: 'One\n\tTwo 👩‍💻', about: 'feedback' },
  )
})

const controls = [...Array.from({ length: 32 }, (_, code) => code), 0x7f, 0x80, 0x85, 0x9f, 0x2028, 0x2029]
const halves = ['\ud800', '\udfff']
const steering = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']

test('every field refuses line breaks and lone surrogates', () => {
  for (const sign of [...controls.map((code) => String.fromCodePoint(code)), ...halves])
    for (const at of [(text: string) => `${sign}${text}`, (text: string) => `${text}${sign}`, (text: string) => `a${sign}${text}`]) {
      const shown = JSON.stringify(at('b'))
      const isLine = ['\u2028', '\u2029'].includes(sign) && !at('b').startsWith('a')
      if (!isLine) assert.equal(refusalOf({ name: at('b') }), 'invalid_name', shown)
      if (!isLine) assert.equal(refusalOf({ email: at('b@example.org') }), 'invalid_email', shown)
      assert.equal(refusalOf({ subject: at('b') }), 'invalid_text', shown)
      const isTrimmed = !at('b').startsWith('a') && /[\v\f\r\u2028\u2029]/.test(sign)
      if (sign !== '\n' && sign !== '\t' && !isTrimmed) assert.equal(refusalOf({ message: at('b') }), 'invalid_text', shown)
    }
})

test('no accepted value allows header injection', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('a', '\r', '\n', '\0', '\u0085', '\u2028', ' ', '<', '@', '\ud800', '\u202e', 'й'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, subject, message) => {
      const letter = readContactEmail({ ...body, name: `x${name}`, subject, message })
      if ('refusal' in letter) return
      for (const text of [letter.name, letter.subject, letter.email]) assert.doesNotMatch(text, /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202e]/u)
      assert.doesNotMatch(letter.message, /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\u202e]/u)
    }),
  )
})

test('bidirectional controls are refused in name and subject, and removed from the message', () => {
  for (const sign of steering) {
    assert.equal(refusalOf({ name: `a${sign}b` }), 'invalid_name')
    assert.equal(refusalOf({ subject: `a${sign}b` }), 'invalid_text')
    assert.equal(read({ message: `a${sign}b` }).message, 'ab')
  }
})

test('a subject has up to 200 characters and a message up to 5000, counted as code points', () => {
  assert.equal([...read({ subject: '👍'.repeat(200) }).subject].length, 200)
  assert.equal(refusalOf({ subject: '👍'.repeat(201) }), 'invalid_text')
  assert.equal([...read({ message: '👍'.repeat(5000) }).message].length, 5000)
  assert.equal(refusalOf({ message: '👍'.repeat(5001) }), 'invalid_text')
})

test('only a single plain address is accepted', () => {
  for (const email of [
    '',
    'anna',
    'a@b',
    'a@b.example, c@d.example',
    '"a b"@c.example',
    'Anna <a@b.example>',
    'a@b.example\r\nBcc: c@d.example',
    'a@b@c.example',
  ])
    assert.equal(refusalOf({ email }), 'invalid_email', email)
})

test('a filled honeypot field causes a review', () => {
  assert.equal(whyReview(read({})), null)
  assert.equal(whyReview(read({}), '  '), null)
  assert.match(whyReview(read({}), 'https://shop.example')!, /field/)
})

test('more than ten links cause a review, in any notation', () => {
  for (const [separator, link] of [
    [' ', 'https://www.a.example/x?y=http'],
    [',', 'HTTP://a.example'],
    ['\n', 'www.a.example'],
    [';', 'ftp://a.example'],
  ] as const) {
    const links = (count: number) => Array.from({ length: count }, () => link).join(separator)
    assert.equal(whyReview(read({ message: links(10) })), null, link)
    assert.equal(whyReview(read({ message: links(11) })), 'many_links', link)
  }
  assert.equal(whyReview(read({ subject: 'www.a.example', message: 'www.a.example '.repeat(10) })), 'many_links')
})

test('the limits are ten times higher on a campus and off in development', () => {
  assert.deepEqual(reviewLimits, { on: { ofWriter: 3, ofAll: 200 }, campus: { ofWriter: 30, ofAll: 2000 }, off: null })
})

const now = new Date('2026-11-15T12:00:00Z')
const ago = (...minutes: number[]) => minutes.map((minute) => new Date(now.getTime() - minute * 60_000))

for (const [what, mailed, seconds] of [
  ['none yet', [], 0],
  ['four within the hour', ago(1, 2, 3, 4), 0],
  ['five within the hour', ago(1, 2, 3, 4, 50), 600],
  ['the fifth is an hour old', ago(1, 2, 3, 4, 60), 0],
  ['the fifth is an hour old in a second', [...ago(1, 2, 3, 4), new Date(now.getTime() - 3_599_000)], 1],
  ['nine today', ago(...Array.from({ length: 9 }, (_, n) => 61 + n)), 0],
  ['ten today', ago(...Array.from({ length: 10 }, (_, n) => 70 * (n + 1))), 740 * 60],
  ['the tenth was yesterday', ago(...Array.from({ length: 10 }, (_, n) => 144 * (n + 1))), 0],
] as const)
  test(`links that confirm an address, ${what}: ${seconds === 0 ? 'one more' : `wait ${seconds} s`}`, () => {
    assert.equal(waitForLink([...mailed], now), seconds)
    assert.ok(mailed.length <= MOST_LINKS_MAILED)
  })
