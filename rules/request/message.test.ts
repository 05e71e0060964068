import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_MESSAGES } from '#contract/message.ts'
import { isWaiting, whyNotAnswerCurators, whyNotAskTeam } from './message.ts'

const question = { role: 'curator' } as const
const answer = { role: 'team' } as const
const full = Array.from({ length: MOST_MESSAGES }, () => question)

test('curators ask while the application awaits a decision', () => {
  assert.equal(whyNotAskTeam('submitted', []), null)
  assert.equal(whyNotAskTeam('submitted', [question, question]), null)
  assert.equal(whyNotAskTeam('submitted', full), 'too_many_messages')
  for (const status of ['approved', 'declined', 'withdrawn', 'superseded'] as const)
    assert.equal(whyNotAskTeam(status, []), 'request_decided')
})

test('representatives of the team answer once there is a question', () => {
  const may = { status: 'submitted', isMember: true, isRepresentative: true } as const
  assert.equal(whyNotAnswerCurators(may, [question]), null)
  assert.equal(whyNotAnswerCurators(may, [question, answer]), null)
  assert.equal(whyNotAnswerCurators(may, []), 'nothing_asked')
  assert.equal(whyNotAnswerCurators(may, full), 'too_many_messages')
  assert.equal(whyNotAnswerCurators({ ...may, status: 'withdrawn' }, [question]), 'request_decided')
  assert.equal(whyNotAnswerCurators({ ...may, isRepresentative: false }, [question]), 'not_team_administrator')
  assert.equal(whyNotAnswerCurators({ ...may, isMember: false }, [question]), 'request_not_found')
})

test('an answer is awaited after a question, until the decision', () => {
  assert.ok(isWaiting('submitted', [question]))
  assert.ok(isWaiting('submitted', [question, answer, question]))
  assert.ok(!isWaiting('submitted', [question, answer]))
  assert.ok(!isWaiting('submitted', []))
  assert.ok(!isWaiting('declined', [question]))
})
