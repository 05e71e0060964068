import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '#texts/server.ts'
import type { Stored } from './mailbox.ts'
import { bareEmail, emailHeaders, mailboxEnd, mailboxPage, pageHeaders } from './page.ts'

const pageText = textsOf('pages')
const evil = `"><script>alert(1)</script>\u202e`
const open: Stored = {
  id: '20261115120000000-0123456789ab',
  at: '2026-11-15T12:00:00.000Z',
  envelope: { from: 'post@example.org', to: 'anna@students.example.org' },
  messageId: '<outbox-1@example.org>',
  raw: Buffer.from(''),
  shown: {
    from: evil,
    to: evil,
    replyTo: evil,
    subject: evil,
    text: `${evil} see https://example.org/a?b=c&d=e. And (http://example.org/x), «https://example.org/y».`,
    html: '<html><head></head></html>',
  },
}
const mails = [{ id: open.id, at: open.at, to: evil, subject: evil }]

test('values of an email are escaped on the page', () => {
  for (const page of [
    mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails }),
    mailboxPage({ timeZone: 'Europe/Moscow', language: 'ru', mails, open }),
    mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails, open, view: 'text' }),
  ]) {
    assert.ok(!page.includes('<script') && !page.includes('"><s'))
    assert.ok(page.includes('&lt;script&gt;'))
  }
  assert.ok(!mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails }).includes('\u202e'))
})

test('URLs in the text are links, without trailing punctuation', () => {
  const page = mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails, open, view: 'text' })
  const links = [...page.slice(page.indexOf('<pre')).matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, text]) => [href, text])
  assert.deepEqual(
    links,
    ['https://example.org/a?b=c&amp;d=e', 'http://example.org/x', 'https://example.org/y'].map((url) => [url, url]),
  )
  const tricky = { ...open, shown: { ...open.shown, text: 'https://"onmouseover="x javascript:alert(1) http://' } }
  assert.doesNotMatch(
    mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails, open: tricky, view: 'text' }).split('<pre')[1]!,
    /<a /,
  )
})

test('times are those of the directory', () => {
  const at = '2026-11-15T21:30:00.000Z'
  const page = mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails: [{ ...mails[0]!, at }], open: { ...open, at } })
  assert.deepEqual(
    [...page.matchAll(/<time[^>]*>([^<]*)</g)].map(([, text]) => text!.replace(/\s/g, ' ')),
    Array(2).fill('Nov 16, 12:30 AM'),
  )
})

test('a plain text email has no HTML view', () => {
  const page = mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails, open: { ...open, shown: { ...open.shown, html: null } } })
  assert.ok(page.includes('<pre') && !page.includes('<iframe') && !page.includes('?view=text') && page.includes('.eml'))
})

test('only the open email is marked as current', () => {
  const other = { ...mails[0]!, id: '20261115120000001-0123456789ab' }
  const page = mailboxPage({ timeZone: 'Europe/Moscow', language: 'en', mails: [other, ...mails], open })
  assert.deepEqual(
    [...page.matchAll(/href="\/mailbox\/([^"]+)" aria-current="page"/g)].map(([, id]) => id),
    [open.id],
  )
})

test('an empty mailbox and every error page have an explanation', () => {
  for (const language of ['en', 'ru'] as const) {
    assert.ok(mailboxPage({ timeZone: 'Europe/Moscow', language, mails: [] }).includes(pageText(language, 'mailbox.emptyTitle')))
    for (const ending of ['missing', 'onlyGet', 'broken'] as const)
      assert.ok(mailboxEnd(ending, language).includes(pageText(language, `mailbox.${ending}`)))
  }
})

test('no page runs scripts or can be framed by other sites', () => {
  for (const headers of [pageHeaders, emailHeaders]) {
    assert.match(headers['Content-Security-Policy']!, /^default-src 'none'; /)
    assert.doesNotMatch(headers['Content-Security-Policy']!, /script/)
    assert.equal(headers['Cache-Control'], 'no-store')
  }
  assert.match(pageHeaders['Content-Security-Policy']!, /frame-ancestors 'none'/)
  assert.match(emailHeaders['Content-Security-Policy']!, /frame-ancestors 'self'; sandbox /)
  assert.equal(bareEmail('<html><head><title>'), '<html><head>\n<base target="_top"><title>')
})
