import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, choicesDigestOf, fromHex, lotteryNumbers, pseudonymOf, seedHashOf, toHex } from './lottery.ts'

const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

test('RFC 8785: the example of the specification, and keys by UTF-16 code units', () => {
  const example = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  assert.equal(
    canonicalJson(example),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\u0080', '\ud83d\ude00', '\u00f6']
  assert.deepEqual(
    Object.keys(JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))) as object).filter((key) => key !== '1'),
    ['\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
  )
  assert.throws(() => canonicalJson('\ud800'), TypeError)
  assert.throws(() => canonicalJson(Number.NaN), TypeError)
})

test('seedHash is the SHA-256 of the bytes of the seed, not of its digits', async () => {
  assert.equal(await seedHashOf(seed), createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'))
  assert.equal(await seedHashOf(seed), '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
})

test('the digest is that of the list sorted by team; the order of a team matters, the order of the input does not', async () => {
  const [a, b] = [
    { team: 'A', projects: ['y', 'x'] },
    { team: 'B', projects: ['х'] },
  ]
  const text = '[{"projects":["y","x"],"team":"A"},{"projects":["х"],"team":"B"}]'
  const digest = createHash('sha256').update(text).digest('hex')
  assert.equal(await choicesDigestOf([a, b]), digest)
  assert.equal(await choicesDigestOf([b, a]), digest)
  assert.notEqual(await choicesDigestOf([{ ...a, projects: ['x', 'y'] }, b]), digest)
})

test('a lottery number is HMAC-SHA-256 with the seed, of the digest bytes and the pseudonym', async () => {
  const choicesDigest = await choicesDigestOf([])
  const numbers = await lotteryNumbers({ seed, choicesDigest, teams: ['AAAA', 'Команда'] })
  for (const team of ['AAAA', 'Команда'])
    assert.equal(
      numbers.get(team),
      createHmac('sha256', Buffer.from(seed, 'hex'))
        .update(Buffer.concat([Buffer.from(choicesDigest, 'hex'), Buffer.from(team)]))
        .digest('hex'),
    )
})

test('a pseudonym is base32 of the first ten bytes of an HMAC', async () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index)
  const pseudonym = await pseudonymOf(key, '42')
  assert.match(pseudonym, /^[A-Z2-7]{16}$/)
  const expected = createHmac('sha256', key).update('42').digest().subarray(0, 10)
  const bits = [...pseudonym].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  assert.equal(BigInt(`0b${bits}`), BigInt(`0x${expected.toString('hex')}`))
  assert.notEqual(await pseudonymOf(key, '43'), pseudonym)
})

test('hex digits and bytes', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.deepEqual(fromHex(toHex(bytes)), Uint8Array.from(bytes))))
  for (const text of ['0', 'AB', 'xy']) assert.throws(() => fromHex(text), TypeError)
})
