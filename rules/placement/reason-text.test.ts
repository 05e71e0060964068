import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonText, summaryText } from './reason-text.ts'
import type { Reason, Summary } from './reasons.ts'

const taken = (byHand: number, preferred: number, lottery: number): Reason => ({
  code: 'taken',
  places: byHand + preferred + lottery,
  byHand,
  preferred,
  lottery,
})

const reasons: [Reason, string, string][] = [
  [
    taken(0, 0, 2),
    'Museum Archive had 2 places. Both went to teams with the same claim and better lottery numbers.',
    'В проекте «Museum Archive» было 2 места. Оба достались командам с таким же приоритетом и лучшими номерами жеребьёвки.',
  ],
  [
    taken(0, 1, 0),
    'Museum Archive had 1 place. It went to a team the curators preferred.',
    'В проекте «Museum Archive» было 1 место. Оно досталось команде, которую выбрали кураторы.',
  ],
  [
    taken(0, 0, 21),
    'Museum Archive had 21 places. All of them went to teams with the same claim and better lottery numbers.',
    'В проекте «Museum Archive» было 21 место. Все достались командам с таким же приоритетом и лучшими номерами жеребьёвки.',
  ],
  [
    taken(1, 2, 2),
    'Museum Archive had 5 places. The curators gave 1 to a team before the draw. 2 went to teams the curators preferred. 2 went to teams with the same claim and better lottery numbers.',
    'В проекте «Museum Archive» было 5 мест. 1 кураторы отдали другой команде до распределения. 2 — командам, которые выбрали кураторы. 2 — командам с таким же приоритетом и лучшими номерами жеребьёвки.',
  ],
  [{ code: 'got' }, 'You got it.', 'Этот проект достался вам.'],
  [
    { code: 'unsuitable_because', reason: 'Too few members.' },
    'The curators found it unsuitable: Too few members.',
    'Кураторы решили, что проект вам не подходит: Too few members.',
  ],
  [{ code: 'no_places' }, 'Museum Archive had no free places.', 'В проекте «Museum Archive» не было свободных мест.'],
]

const summaries: [Summary, string, string][] = [
  [
    { code: 'no_place_lottery', choices: 3, places: 4, teams: 9 },
    'Your 3 choices had 4 places, and 9 teams wanted a place there. All places went to teams with better lottery numbers.',
    'В 3 выбранных вами проектах было 4 места, а претендовали 9 команд. Все места достались командам с лучшими номерами жеребьёвки.',
  ],
  [{ code: 'placed', rank: 2, choices: 3 }, 'You got your choice number 2.', 'Вам достался проект, который стоит у вас под номером 2.'],
  [
    { code: 'all_unsuitable', choices: 1 },
    'The curators found your choice unsuitable.',
    'Кураторы решили, что выбранный проект вам не подходит.',
  ],
]

test('reasons are whole sentences in both languages, with the right forms', () => {
  for (const [reason, en, ru] of reasons) {
    assert.equal(reasonText('en', reason, 'Museum Archive'), en)
    assert.equal(reasonText('ru', reason, 'Museum Archive'), ru)
  }
})

test('summaries too', () => {
  for (const [summary, en, ru] of summaries) {
    assert.equal(summaryText('en', summary), en)
    assert.equal(summaryText('ru', summary), ru)
  }
})

test('names and reasons are texts, never patterns', () => {
  assert.equal(reasonText('en', { code: 'no_places' }, '{count} $& $1'), '{count} $& $1 had no free places.')
})
