import assert from 'node:assert/strict'
import { quadraticInputs } from '#tests/growth/check.ts'
import { MOST_RATIO } from '#tests/growth/measure.ts'
import { test } from '#tests/support/tier.ts'

const row = { name: '', tokens: ['a', ' '], attacks: [] }
const SIZE = 1024 // characters: these parsers are slow on purpose

test('a quadratic parser is found', async () => {
  // As a known attack: those are tried also when a busy machine has used up the time of the check.
  const attacks = [['', ' ', 'b']] as const
  const { found } = await quadraticInputs({ ...row, attacks, parse: (text) => / +$/.test(`${text}b`) }, SIZE)
  assert.ok(found.length > 0)
  for (const line of found) assert.ok(Number(/× (\S+)/.exec(line)![1]) > MOST_RATIO, line)
})

test('an exponential parser is found before it hangs', async () => {
  const { found } = await quadraticInputs({ ...row, parse: (text) => /^(?:a|a)+$/.test(`${text}b`) }, SIZE)
  assert.match(found.join(), /× Infinity/)
})

test('a linear parser passes, however slow it is', async () => {
  assert.deepEqual((await quadraticInputs({ ...row, parse: (text) => text.repeat(200).split(' ') }, SIZE)).found, [])
})
