import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cropOf, maySeeCover, whyNotChangeCover } from './cover-change.ts'

test('curators change any cover, admins of a working team where the project allows it', () => {
  const project = { isPublished: true, isWorking: true, teamMayChangeCover: true }
  assert.equal(whyNotChangeCover(undefined, 'administrator'), 'project_not_found')
  for (const access of ['curator', 'administrator'] as const)
    assert.equal(whyNotChangeCover({ isPublished: false, isWorking: false, teamMayChangeCover: false }, access), null)
  assert.equal(whyNotChangeCover(project, 'member'), null)
  assert.equal(whyNotChangeCover({ ...project, teamMayChangeCover: false }, 'member'), 'cover_locked')
  assert.equal(whyNotChangeCover({ ...project, isWorking: false }, 'member'), 'not_working_on_it')
  assert.equal(whyNotChangeCover({ ...project, isPublished: false }, 'member'), 'project_not_found')
})

test('everybody sees the cover of a published project, the whole picture only those who may change it', () => {
  const shown = { isPublished: true, mayTeam: false, isWhole: false }
  assert.equal(maySeeCover(shown, null), true)
  assert.equal(maySeeCover({ ...shown, isPublished: false }, 'member'), false)
  assert.equal(maySeeCover({ ...shown, isPublished: false, mayTeam: true }, 'member'), false)
  assert.equal(maySeeCover({ ...shown, isWhole: true }, 'member'), false)
  assert.equal(maySeeCover({ ...shown, isWhole: true, mayTeam: true }, 'member'), true)
  assert.equal(maySeeCover({ ...shown, isWhole: true, isPublished: false }, 'curator'), true)
})

test('the largest area of 16:9 around the focal point is cut out', () => {
  assert.deepEqual(cropOf({ width: 1600, height: 900 }, { focalX: 10, focalY: 90 }), { left: 0, top: 0, width: 1600, height: 900 })
  assert.deepEqual(cropOf({ width: 1600, height: 1600 }, { focalX: 50, focalY: 50 }), { left: 0, top: 350, width: 1600, height: 900 })
  assert.deepEqual(cropOf({ width: 1600, height: 1600 }, { focalX: 50, focalY: 0 }), { left: 0, top: 0, width: 1600, height: 900 })
  assert.deepEqual(cropOf({ width: 1600, height: 1600 }, { focalX: 50, focalY: 100 }), { left: 0, top: 700, width: 1600, height: 900 })
  assert.deepEqual(cropOf({ width: 3200, height: 900 }, { focalX: 75, focalY: 50 }), { left: 1600, top: 0, width: 1600, height: 900 })
})

test('the area is always inside of the picture', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(side, side, percent, percent, (width, height, focalX, focalY) => {
      const area = cropOf({ width, height }, { focalX, focalY })
      assert.ok(Object.values(area).every(Number.isInteger), JSON.stringify(area))
      assert.ok(area.left >= 0 && area.top >= 0 && area.width >= 1 && area.height >= 1)
      assert.ok(area.left + area.width <= width && area.top + area.height <= height)
    }),
  )
})
