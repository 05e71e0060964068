import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAnswer, roleOfAuthor, whyNotAnswer, whyNotAsk, whyNotDelete } from './question.ts'

const open = { isPublished: true, isClosed: false }
const none = { open: 0, ofDay: 0 }

test('who may ask', () => {
  assert.equal(whyNotAsk(open, none), null)
  assert.equal(whyNotAsk(undefined, none), 'project_not_found')
  assert.equal(whyNotAsk({ ...open, isPublished: false }, none), 'project_not_found')
  assert.equal(whyNotAsk({ ...open, isClosed: true }, none), 'questions_closed')
  assert.equal(whyNotAsk(open, { open: 2, ofDay: 9 }), null)
  assert.equal(whyNotAsk(open, { open: 3, ofDay: 3 }), 'questions_waiting')
  assert.equal(whyNotAsk(open, { open: 0, ofDay: 10 }), 'too_many_questions')
})

const shown = { project: { isPublished: true, ownTeam: null as number | null }, isHidden: false, isDeleted: false }
const ofTeam = { ...shown, project: { ...shown.project, ownTeam: 7 } }

test('who may answer', () => {
  assert.equal(whyNotAnswer(shown, 'member'), 'answer_not_allowed')
  assert.equal(whyNotAnswer(ofTeam, 'member'), null)
  for (const access of ['curator', 'administrator'] as const) {
    assert.equal(whyNotAnswer(shown, access), null)
    assert.equal(whyNotAnswer({ ...shown, isHidden: true }, access), null)
    assert.equal(whyNotAnswer({ ...shown, isDeleted: true }, access), 'question_not_found')
    assert.equal(roleOfAuthor(access), 'curator')
  }
  assert.equal(whyNotAnswer(undefined, 'curator'), 'question_not_found')
  assert.equal(whyNotAnswer({ ...ofTeam, isHidden: true }, 'member'), 'question_not_found')
  assert.equal(whyNotAnswer({ ...ofTeam, project: { isPublished: false, ownTeam: 7 } }, 'member'), 'question_not_found')
  assert.ok(!mayAnswer({ ownTeam: null }, 'member'))
  assert.equal(roleOfAuthor('member'), 'team')
})

test('who may delete', () => {
  const own = { ...shown, isOwn: true, isAnswered: false }
  assert.equal(whyNotDelete(own, 'member'), null)
  assert.equal(whyNotDelete({ ...own, isDeleted: true }, 'member'), null)
  assert.equal(whyNotDelete({ ...own, isHidden: true }, 'member'), null)
  assert.equal(whyNotDelete({ ...own, isAnswered: true }, 'member'), 'question_answered')
  assert.equal(whyNotDelete({ ...own, isOwn: false }, 'administrator'), 'question_not_own')
  assert.equal(whyNotDelete({ ...own, isOwn: false, isHidden: true }, 'member'), 'question_not_found')
  assert.equal(whyNotDelete(undefined, 'member'), 'question_not_found')
})
