import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleDigest } from '#mail/email.samples.ts'
import { emailText } from '#mail/email.ts'

test('the number of events has the plural form of each language', () => {
  const cases: [number, string, string][] = [
    [1, 'Daily digest: 1 event', 'Сводка за день: 1 событие'],
    [2, 'Daily digest: 2 events', 'Сводка за день: 2 события'],
    [5, 'Daily digest: 5 events', 'Сводка за день: 5 событий'],
    [11, 'Daily digest: 11 events', 'Сводка за день: 11 событий'],
    [21, 'Daily digest: 21 events', 'Сводка за день: 21 событие'],
    [1000, 'Daily digest: 1,000 events', 'Сводка за день: 1\u00a0000 событий'],
  ]
  for (const [count, en, ru] of cases) {
    assert.equal(sampleDigest('en', count).subject, en)
    assert.equal(sampleDigest('ru', count).subject, ru)
  }
})

test('each event is a line with its time and its link', () => {
  const text = emailText(sampleDigest('en', 8))
  assert.equal(
    text.match(
      /^\* November 15, 2026 at 12:05\sPM GMT\+3: .+\n {2}http:\/\/localhost:8000\/(?:my|profile|console\/requests\/12|projects\/saved|project\/[a-z-]+)$/gmu,
    )!.length,
    8,
  )
  assert.match(text, /http:\/\/localhost:8000\/settings\n/)
  assert.match(text, /&kind=digest\n/)
})

test('more than 100 events are cut, with a note', () => {
  const text = emailText(sampleDigest('ru', 103))
  assert.equal(text.match(/^\* /gm)!.length, 100)
  assert.match(text, /Не показано: 3 события/)
  assert.doesNotMatch(emailText(sampleDigest('ru', 100)), /Не показано/)
})
