import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cover, EditedCover } from '#contract/cover.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { coverAt, editedCoverAt } from './cover-address.ts'

const cover = { hash: 'ab'.repeat(16), alt: 'A river', thumbHash: 'x', focalX: 10, focalY: 90 }

test('all addresses of a cover follow from its hash', () => {
  const view = coverAt(cover, 'https://a.example/api')
  assertShape(Cover, view, 'a cover')
  assert.equal(view.url, `https://a.example/api/cover/${cover.hash}-960.jpg`)
  assert.deepEqual([view.width, view.height], [960, 540])
  assert.deepEqual(
    view.sources.map(({ width, avif, webp, jpeg }) => [width, ...[avif, webp, jpeg].map((url) => url.split('-')[1])]),
    [480, 960, 1440].map((width) => [width, `${width}.avif`, `${width}.webp`, `${width}.jpg`]),
  )
})

test('only those who may change it get the focal point and the whole picture', () => {
  const view = editedCoverAt(cover, '')
  assertShape(EditedCover, view, 'a cover that may be changed')
  assert.deepEqual([view.focalX, view.focalY, view.sourceUrl], [10, 90, `/cover/${cover.hash}-source.webp`])
  assert.equal('focalX' in coverAt(cover, ''), false)
})
