import assert from 'node:assert/strict'
import { quadraticInputs } from '#tests/growth/check.ts'
import { type CostOf, MOST_RATIO } from '#tests/growth/measure.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

const SIZE = 256 // characters: these parsers are slow on purpose
const row = { name: '', tokens: ['a', ' '], attacks: [['', ' ', 'b']] as const }

/** Microseconds that the parser itself states: what is judged does not depend on the machine. */
const stated: CostOf = async (parse, text) => parse(text) as number
const foundAt = async (costOf: (size: number) => number) =>
  (await quadraticInputs({ ...row, parse: (text) => costOf(text.length) }, SIZE, stated)).found

test('a quadratic parser is found', async () => {
  const found = await foundAt((size) => size ** 2)
  assert.ok(found.length > 0)
  for (const line of found) assert.ok(Number(/× (\S+)/.exec(line)![1]) > MOST_RATIO, line)
})

test('an exponential parser is found before it hangs', async () => {
  assert.match((await foundAt((size) => 2 ** size)).join(), /× Infinity/)
})

test('a linear parser passes, however slow it is, and so does one with a threshold', async () => {
  assert.deepEqual(await foundAt((size) => 1000 * size), [])
  for (const threshold of [300, 600, 1200, 2400, 4800])
    assert.deepEqual(await foundAt((size) => 10 * size + (size > threshold ? 100_000 : 0)), [], `${threshold}`)
})

test('by its CPU time a slow parser is found, and a linear one passes', async () => {
  const exponential = { ...row, tokens: ['a'], attacks: [], parse: (text: string) => /^(?:a|a)+$/.test(`${text}b`) }
  assert.match((await quadraticInputs(exponential, SIZE)).found.join(), /× Infinity/)
  const linear = { ...row, attacks: [], parse: (text: string) => text.repeat(200).split(' ') }
  assert.deepEqual((await quadraticInputs(linear, SIZE)).found, [])
  // Other processes can spoil one measurement, which then finds nothing.
  const quadratic = { ...row, parse: (text: string) => / +$/.test(`${text}b`) }
  await until(async () => (await quadraticInputs(quadratic, SIZE)).found.length > 0)
})
