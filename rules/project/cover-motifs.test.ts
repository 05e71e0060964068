import assert from 'node:assert/strict'
import { test } from 'node:test'
import { palettes } from './cover.ts'
import { motifs, type Random } from './cover-motifs.ts'

/** Numbers in all of the range, in a fixed order. */
function sequence(step: number): Random {
  let at = 0
  return (most, least = 0) => {
    at += step
    return least + (at % (most - least + 1))
  }
}

test('every motif uses the light colour and the accent, and draws something else for other numbers', () => {
  for (const motif of motifs)
    for (const palette of palettes) {
      const [low, high] = [motif(sequence(5), palette), motif(sequence(11), palette)]
      for (const drawn of [low, high]) {
        assert.ok(drawn.includes(palette[2]), `${motif.name} has no light shape`)
        assert.doesNotMatch(drawn, /NaN|undefined| d=""/, motif.name)
      }
      assert.ok(
        [low, high].some((drawn) => drawn.includes(palette[3])),
        `${motif.name} has no accent`,
      )
      assert.notEqual(low, high, motif.name)
    }
})
