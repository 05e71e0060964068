import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, DEFAULT_HUE, hueOf, leastContrast, palettesOf } from './accent.ts'

test('every hue has enough contrast in both themes', () => {
  for (let hue = 0; hue < 360; hue++) assert.ok(leastContrast(hue) >= 4.5, `hue ${hue}: ${leastContrast(hue)}`)
})

test('contrast as WCAG defines it', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#777777', '#777777'), 1)
  assert.equal(contrastOf('#ffffff', '#767676').toFixed(2), '4.54')
})

test('the hue of a colour as people write it; greys and other texts have none', () => {
  assert.equal(hueOf('#ff0000'), 29)
  assert.equal(hueOf(' 00F '), 264)
  assert.equal(hueOf('#1A5FB4'), 256)
  for (const text of ['', '#12345', 'blue', '#808080', '#000', '#fff', '#ggg', '#1a5fb4ff']) assert.equal(hueOf(text), null, text)
})

test('the accent of a palette has the hue it was made from', () => {
  for (const hue of [0, 90, DEFAULT_HUE, 250, 359])
    for (const { accent } of Object.values(palettesOf(hue))) {
      const distance = Math.abs(hueOf(accent)! - hue)
      assert.ok(Math.min(distance, 360 - distance) <= 14, `${accent} for ${hue}: ${hueOf(accent)}`)
    }
})
