import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeKinds, sampleFacts, sampleNotice, sampleSite } from '#mail/email.samples.ts'
import { emailText } from '#mail/email.ts'
import { isNotice } from './kinds.ts'
import { greetingTo, hasSubject, linkOf } from './notice.ts'

const cyrillic = /\p{Script=Cyrillic}/u
const latin = {
  team: 'Lighthouse',
  reason: { en: 'No', ru: 'Нет' },
  comment: null,
  actor: 'Boris',
  note: { text: 'Look', on: 'request' as const, id: 12, name: 'Team' },
  file: { name: 'a.pdf', category: 'Report', version: 3, comment: null },
}

test('every kind has an email in both languages, each in one language only', () => {
  const subjects = new Set<string>()
  for (const kind of noticeKinds)
    for (const language of ['en', 'ru'] as const) {
      const { subject, title, greeting, blocks, action, why } = sampleNotice(kind, language, latin)
      subjects.add(`${subject} ${title}`)
      for (const own of [subject, title, action!.label, why.filter((part) => typeof part === 'string').join('')])
        assert.equal(cyrillic.test(own), language === 'ru', own)
      assert.ok(blocks.length >= 2 && blocks.length <= 6 && greeting.length > 0)
      const text = emailText(sampleNotice(kind, language, latin))
      assert.doesNotMatch(text, /undefined|null|\[object|NaN|\{/)
      assert.ok(kind === 'email_change' || text.includes('Анна'))
      assert.equal(text.match(/^http\S+$/gm)!.length, 1, 'one link')
    }
  assert.equal(subjects.size, noticeKinds.length * 2, 'all subjects differ')
})

test('subjects are short, even with long names', () => {
  const long = { ...latin, team: 'T'.repeat(500), project: { name: 'P'.repeat(500), slug: 'p', isPublished: true } }
  for (const kind of noticeKinds) assert.ok(sampleNotice(kind, 'ru', long).subject.length <= 460)
})

test('each email has one link, to the related page', () => {
  const at = 'http://localhost:8000'
  const expected: Record<string, string> = {
    request_received: `${at}/project/hospital-queue-board`,
    request_approved: `${at}/my`,
    request_declined: `${at}/project/hospital-queue-board`,
    request_superseded: `${at}/my`,
    request_withdrawn: `${at}/project/hospital-queue-board`,
    request_new: `${at}/console/requests/12`,
    team_added: `${at}/my`,
    team_moved: `${at}/my`,
    result_replaced: `${at}/project/hospital-queue-board`,
    saved_closing: `${at}/projects/saved`,
    new_sign_in: `${at}/profile`,
    question_asked: `${at}/project/hospital-queue-board#questions`,
    question_answered: `${at}/project/hospital-queue-board#questions`,
    request_question: `${at}/my/request/12#conversation`,
    request_answer: `${at}/console/requests/12#conversation`,
    note_mention: `${at}/console/requests/12#notes`,
    team_invitation: `${at}/my`,
    team_joined: `${at}/my/team/5`,
    round_result: `${at}/round/autumn-2026/choices`,
    round_ask: `${at}/round/autumn-2026/choices`,
    round_offer: `${at}/round/autumn-2026/choices`,
    round_exchange: `${at}/round/autumn-2026/choices`,
    join_request: `${at}/my/team/5`,
    join_request_answered: `${at}/my/find-team`,
    team_admin: `${at}/my/team/5`,
    team_removed: `${at}/my`,
    leave_request: `${at}/console/teams/leave-requests`,
    leave_request_answered: `${at}/my/team/5`,
    email_change: `${at}/api/mail/confirm?token=${sampleFacts.data.token}`,
    email_changed: `${at}/profile`,
  }
  for (const kind of noticeKinds) assert.equal(linkOf({ ...sampleFacts, kind }, sampleSite), expected[kind])
  const hidden = { ...sampleFacts, kind: 'request_declined', project: { ...sampleFacts.project!, isPublished: false } }
  assert.equal(linkOf(hidden, sampleSite), `${at}/my`, 'no link to an unpublished project')
  assert.equal(
    linkOf({ ...sampleFacts, kind: 'email_change', data: { token: 'a&b=c#d' } }, sampleSite),
    `${at}/api/mail/confirm?token=a%26b%3Dc%23d`,
  )
})

test('emails that can be turned off have an unsubscribe link, the others do not', () => {
  for (const kind of noticeKinds) {
    const urls = sampleNotice(kind, 'en').footerLinks.map(({ url }) => url)
    if (kind === 'email_change' || kind === 'email_changed') assert.deepEqual(urls, [])
    else assert.deepEqual([urls[0], urls[1]!.endsWith(`&kind=${kind}`), urls.length], ['http://localhost:8000/settings', true, 2])
  }
})

test('an email whose subject was deleted is detected', () => {
  const without = (part: object, kind: string) => hasSubject({ ...sampleFacts, kind, ...part })
  assert.ok(!without({ team: null }, 'team_added'))
  assert.ok(without({ project: null }, 'team_added'))
  assert.ok(!without({ project: null }, 'request_approved'))
  assert.ok(!without({ file: null }, 'result_replaced'))
  assert.ok(!without({ closing: [] }, 'saved_closing') && without({ team: null, project: null }, 'saved_closing'))
  assert.ok(without({ file: null }, 'request_approved'))
  assert.ok(without({ team: null, project: null, file: null }, 'new_sign_in'))
  const question = { text: 'When?', answer: null }
  assert.ok(without({ team: null, question }, 'question_asked'))
  assert.ok(!without({ question: { ...question, answer: 'Soon.' } }, 'question_asked'), 'it was answered meanwhile')
  assert.ok(!without({ question: null }, 'question_asked'))
  assert.ok(without({ team: null }, 'question_answered'))
  assert.ok(!without({ question: null }, 'question_answered'))
  assert.ok(!without({ project: null }, 'question_answered'))
  for (const kind of ['request_question', 'request_answer']) {
    assert.ok(without({}, kind))
    assert.ok(!without({ message: null }, kind), 'the application is decided')
  }
  assert.ok(without({ team: null, project: null }, 'note_mention'))
  assert.ok(!without({ note: null }, 'note_mention'))
  for (const kind of ['team_invitation', 'join_request', 'leave_request']) {
    assert.ok(without({ project: null }, kind))
    assert.ok(!without({ joining: { message: null, isOpen: false } }, kind), 'it was answered meanwhile')
    assert.ok(!without({ joining: null }, kind))
  }
  for (const kind of ['team_joined', 'join_request_answered', 'team_admin', 'team_removed', 'leave_request_answered'])
    assert.ok(without({ joining: null, project: null }, kind) && !without({ team: null }, kind))
  for (const kind of ['toString', 'constructor', '__proto__', 'contact', 'digest']) assert.ok(!isNotice(kind))
})

test('there is a greeting without a name', () => {
  assert.equal(greetingTo({ language: 'en', name: ' ' }).join(''), 'Hello!')
  assert.deepEqual(greetingTo({ language: 'ru', name: 'Анна' }), ['Здравствуйте, ', { value: 'Анна' }, '!'])
})

test('a declined email has the reason in its language, an approved one only the comment', () => {
  const declined = emailText(sampleNotice('request_declined', 'ru'))
  assert.match(declined, /Причина:\n> Команде не хватает/)
  assert.match(declined, /Комментарий:\n> Для оценки.*\n> Будем рады/)
  assert.match(emailText(sampleNotice('request_approved', 'en')), /Comment:\n> Для/)
  assert.doesNotMatch(emailText(sampleNotice('request_approved', 'en', { comment: ' ' })), /Comment:/)
})

test('the results of a round name each choice by its rank, and why curators found one unsuitable', () => {
  const result = {
    project: null,
    choices: { 1: { name: 'Renamed since', unsuitable: { en: 'Too few people', ru: 'Мало людей' } } },
    open: [],
    reasons: {
      summary: { code: 'all_unsuitable', choices: 1 },
      choices: [{ project: 'former-slug', rank: 1, reason: { code: 'unsuitable' } }],
    },
  }
  const textIn = (language: 'en' | 'ru') =>
    emailText(sampleNotice('round_result', language, { ...latin, round: { name: 'Autumn', slug: 'autumn', result } }))
  assert.match(textIn('en'), /1\. Renamed since.*unsuitable: Too few people\./s)
  assert.match(textIn('ru'), /1\. Renamed since.*не подходит: Мало людей\./s)
})

test('offers and exchanges say until when to answer, with time and zone; older emails in the queue do without', () => {
  const data = { until: '2026-11-20T15:30:00+00:00' }
  const textIn = (kind: 'round_offer' | 'round_exchange', language: 'en' | 'ru', given: Record<string, unknown>) =>
    emailText(sampleNotice(kind, language, { data: given })).replace(/\s+/g, ' ')
  assert.match(textIn('round_offer', 'en', data), /by November 20, 2026 at 6:30 PM GMT\+3\. After that it goes to the next team\./)
  assert.match(textIn('round_offer', 'ru', data), /до 20 ноября 2026 г\. в 18:30 GMT\+3\. Потом место предложат следующей команде\./)
  assert.match(textIn('round_exchange', 'en', data), /Confirm or refuse it by November 20, 2026 at 6:30 PM GMT\+3\./)
  assert.match(textIn('round_exchange', 'ru', data), /откажитесь до 20 ноября 2026 г\. в 18:30 GMT\+3\./)
  assert.match(textIn('round_offer', 'en', {}), /After the deadline it goes to the next team\./)
  assert.match(textIn('round_exchange', 'ru', {}), /в течение 72 часов/)
})
