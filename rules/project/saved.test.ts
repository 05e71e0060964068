import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savedGroups } from './saved.ts'

const project = (name: string, status: 'open' | 'pending' | 'active' | 'completed', dates: Record<string, string | number> = {}) => ({
  name,
  status,
  freePlaces: null as number | null,
  dateStart: null,
  dateEnd: null,
  enrollmentStart: null,
  enrollmentEnd: null,
  ...dates,
})

test('open ones by their last day, then coming ones by their first, then closed ones, the latest first', () => {
  const given = [
    project('finished long ago', 'completed', { enrollmentEnd: '2025-01-01' }),
    project('endless', 'open'),
    project('opens in March', 'pending', { enrollmentStart: '2027-03-01' }),
    project('day before the start', 'open', { dateStart: '2026-12-02' }),
    project('ends before its enrollment', 'open', { enrollmentEnd: '2027-05-01', dateEnd: '2026-11-30' }),
    project('running', 'active', { enrollmentEnd: '2026-10-01' }),
    project('full', 'pending', { enrollmentEnd: '2026-12-20', freePlaces: 0 }),
    project('over', 'pending', { enrollmentEnd: '2026-11-15' }),
    project('starts in February', 'pending', { dateStart: '2027-02-01' }),
    project('last day', 'open', { enrollmentEnd: '2026-12-03' }),
  ]
  const found = savedGroups(given, '2026-11-16').map(({ group, projects }) => [group, ...projects.map(({ name }) => name)])
  assert.deepEqual(found, [
    ['open', 'ends before its enrollment', 'day before the start', 'last day', 'endless'],
    ['pending', 'starts in February', 'opens in March'],
    ['closed', 'full', 'over', 'running', 'finished long ago'],
  ])
  assert.deepEqual(savedGroups([], '2026-11-16'), [])
})
