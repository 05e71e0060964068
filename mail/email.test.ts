import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleNotice } from './email.samples.ts'
import { type Block, type Email, emailHtml, emailText, isolated, lineText, plain, plainLines } from './email.ts'
import { escaped } from './escaped.ts'
import { mailLine } from './templates/text.ts'

const quoted = (text: string) => mailLine('en', 'quoted', { text: [{ value: text }] })
const withBlock = (block: Block): Email => ({ ...sampleNotice('team_added', 'en'), blocks: [block] })

test('a line mixes our text with untrusted values', () => {
  const line = mailLine('en', 'note_mention.body', { actor: ['A curator'], object: [{ value: '<b>' }] })
  assert.equal(lineText(line), 'A curator mentioned you in a note on “<b>”.')
  assert.equal(lineText(mailLine('ru', 'quoted', { text: [{ value: 'Маяк' }] })), '«Маяк»')
  assert.throws(() => mailLine('en', 'quoted'), /needs a value for \{\{text\}\}/)
})

test('a name is one line, without control and invisible characters', () => {
  const cases: [string, string][] = [
    ['  a \r\n b\t c ', 'a b c'],
    ['a\u2028b\u0085c', 'a b�c'],
    ['safe\u202egpj.exe', 'safe�gpj.exe'],
    ['a\u200bb\u00ad\u2066', 'a�b��'],
    ['\u0007bell', '�bell'],
    ['👩‍💻 क्‍ष', '👩‍💻 क्‍ष'],
    ['\ud800x', '�x'],
  ]
  for (const [given, expected] of cases) assert.equal(plain(given), expected)
  assert.equal(plain('é'.repeat(300)), `${'é'.repeat(199)}…`)
  assert.equal([...plain('😀'.repeat(300), 10)].length, 10)
})

test('a text keeps its lines and everything but control characters', () => {
  assert.deepEqual(plainLines('a\r\nb\rc\n\nd\u0085e\u2028f\u2029g\vh\fi'), ['a', 'b', 'c', '', 'd', 'e', 'f', 'g', 'h', 'i'])
  assert.deepEqual(plainLines('  x\ty \u202e z\0 soft\u00adhyphen 🏴󠁧󠁢󠁥󠁮󠁧󠁿 '), ['x  y � z� soft\u00adhyphen 🏴󠁧󠁢󠁥󠁮󠁧󠁿'])
})

test('right-to-left text is isolated', () => {
  assert.equal(isolated('שלום'), '\u2068שלום\u2069')
  assert.equal(isolated('Команда 1'), 'Команда 1')
  assert.equal(lineText([...quoted('فريق'), ' won']), '“\u2068فريق\u2069” won')
})

test('untrusted values are escaped in every block', () => {
  const evil = `"><img src=x onerror=alert(1)>'&<script>`
  const blocks: Block[] = [
    { kind: 'line', line: quoted(evil) },
    { kind: 'quote', label: 'L', text: `${evil}\n</blockquote>${evil}` },
    { kind: 'table', rows: [{ label: 'L', value: evil }] },
    { kind: 'list', items: [{ when: 'now', line: quoted(evil), url: `https://example.org/?a="b"&c='d'` }] },
  ]
  for (const block of blocks) {
    const email = { ...withBlock(block), subject: evil, title: evil, greeting: quoted(evil), why: quoted(evil) }
    const html = emailHtml(email)
    assert.ok(html.includes(escaped(evil)))
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag))
    for (const tag of tags)
      assert.match(tag!, /^(html|head|meta|title|style|body|div|table|tbody|tr|td|th|h1|p|a|bdi|blockquote|br|ul|li|span)$/)
    assert.doesNotMatch(html, / on[a-z]+=(?!alert)/)
    assert.equal(html.match(/<(?:script|img)/), null)
  }
})

test('an email loads no resources and is at most 600 px wide', () => {
  const html = emailHtml(sampleNotice('request_declined', 'ru'))
  assert.doesNotMatch(html, /\b(?:src|background|srcset|poster|data)=|url\(|@import|<link/i)
  assert.match(html, /max-width:600px/)
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) assert.match(href!, /^http:\/\/localhost:8000\//)
})

test('the plain text has the same content as the HTML', () => {
  for (const language of ['en', 'ru'] as const)
    for (const kind of ['request_declined', 'result_replaced', 'new_sign_in'] as const) {
      const email = sampleNotice(kind, language)
      const text = emailText(email).replace(/\s+/g, ' ')
      const body = emailHtml(email).slice(emailHtml(email).indexOf('</h1>') + 5)
      const pieces = body
        .replace(/<\/?bdi>/g, '')
        .split(/<[^>]*>/)
        .map((piece) => piece.replace(/\s+/g, ' ').trim())
        .filter((piece) => piece !== '' && piece !== '·')
      for (const piece of pieces) assert.ok(text.includes(piece), piece)
      for (const [, href] of body.matchAll(/href="([^"]*)"/g)) assert.ok(emailText(email).includes(href!.replaceAll('&amp;', '&')))
    }
})
