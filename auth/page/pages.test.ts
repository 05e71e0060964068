import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Language } from '#contract/language.ts'
import { palettesOf } from '#rules/settings/accent.ts'
import { languages } from '#texts/languages.ts'
import type { SignInPage } from './kinds.ts'
import { signInPage } from './pages.ts'
import { samplePages } from './samples.ts'

const statuses: Record<SignInPage['kind'], number> = {
  not_allowed: 403,
  account_disabled: 403,
  field_client_disabled: 403,
  cancelled: 400,
  sign_in_rejected: 400,
  other_browser: 400,
  start_invalid: 400,
  unknown_provider: 404,
  too_many: 429,
  provider_unavailable: 503,
  internal: 500,
  no_more_places: 503,
  store_unavailable: 503,
  hand_off: 200,
  signed_out: 200,
}
const everyPage = Object.values(samplePages).flatMap((page) =>
  (languages as Language[]).map((language) => ({ page, language, name: `${page.kind} in ${language}`, made: signInPage(page, language) })),
)
const named = (name: string) => ({ name, accentHue: 172 })
const headersOf = (page: SignInPage) => new Map(signInPage(page, 'en').headers)
const policyOf = (page: SignInPage) => headersOf(page).get('Content-Security-Policy')!.split('; ')
const { not_allowed, hand_off, cancelled, signed_out, too_many, start_invalid, internal, no_more_places } = samplePages

test('every page has its status, one heading equal to the title, and its language', () => {
  assert.deepEqual(Object.keys(samplePages), Object.keys(statuses))
  for (const { page, language, name, made } of everyPage) {
    assert.equal(made.status, statuses[page.kind], name)
    assert.ok(made.html.startsWith(`<!doctype html>\n<html lang="${language}">`), name)
    const headings = [...made.html.matchAll(/<h1>([^<]+)<\/h1>/g)].map((match) => match[1])
    assert.equal(headings.length, 1, name)
    assert.ok(made.html.includes(`<title>${headings[0]} · Projectory</title>`), name)
    assert.doesNotMatch(made.html, /\{\w+\}|undefined|null|NaN/, name)
  }
})

test('no page is cached, framed, scripted or allowed to load anything', () => {
  for (const { language, name, made } of everyPage) {
    const headers = new Map(made.headers)
    assert.equal(headers.size, made.headers.length, `${name}: no header twice`)
    assert.equal(headers.get('Content-Type'), 'text/html; charset=utf-8', name)
    assert.equal(headers.get('Content-Language'), language, name)
    assert.equal(headers.get('Cache-Control'), 'no-store', name)
    assert.equal(headers.get('X-Frame-Options'), 'DENY', name)
    assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin', name)
    const policy = headers.get('Content-Security-Policy')!
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      assert.ok(policy.split('; ').includes(part), name)
    assert.doesNotMatch(policy, /unsafe|script-src|\*/, name)
    assert.doesNotMatch(made.html, /<script|<link|<img|<iframe| src=| style=| on\w+=|@import|url\(/i, name)
  }
})

test('the CSP allows exactly the inline style', () => {
  for (const { name, made } of everyPage) {
    const styles = [...made.html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1]!)
    assert.equal(styles.length, 1, name)
    const hash = createHash('sha256').update(styles[0]!).digest('base64')
    assert.ok(new Map(made.headers).get('Content-Security-Policy')!.includes(`; style-src 'sha256-${hash}';`), name)
  }
})

test('only the hand-off page may submit a form: to us and to the scheme of the app', () => {
  for (const page of Object.values(samplePages))
    if (page.kind !== 'hand_off') assert.equal(policyOf(page).at(-1), "form-action 'none'", page.kind)
  assert.equal(policyOf({ ...hand_off, scheme: undefined }).at(-1), "form-action 'self'")
  assert.equal(policyOf({ ...hand_off, scheme: 'projectory:' }).at(-1), "form-action 'self' projectory:")
  const bad = [
    'projectory',
    'javascript:',
    'data:',
    'https:',
    'http:',
    '*',
    'Projectory:',
    'a: *',
    "a:; script-src 'unsafe-inline'",
    'a:\r\nX: y',
    '',
  ]
  for (const scheme of bad) assert.throws(() => signInPage({ ...hand_off, scheme }, 'en'), /not an app scheme/, scheme)
})

test('Retry-After is in the header and in the text', () => {
  for (const { page, name, made } of everyPage) {
    const after = new Map(made.headers).get('Retry-After')
    if (made.status === 429 || made.status === 503) assert.match(after!, /^[1-9]\d*$/, name)
    else assert.equal(after, undefined, `${page.kind} has nothing to wait for`)
  }
  const when = (seconds: number, language: 'en' | 'ru') =>
    /<strong>([^<]+)<\/strong>/.exec(signInPage({ ...too_many, seconds }, language).html)![1]
  assert.deepEqual(
    [1, 75, 89.2, 5399, 5401].map((seconds) => when(seconds, 'en')),
    ['in 1 second', 'in 75 seconds', 'in 2 minutes', 'in 90 minutes', 'in 2 hours'],
  )
  assert.deepEqual(
    [1, 41, 42, 300].map((seconds) => when(seconds, 'ru')),
    ['через 1 секунду', 'через 41 секунду', 'через 42 секунды', 'через 5 минут'],
  )
  const header = (seconds: number) => headersOf({ ...too_many, seconds }).get('Retry-After')
  assert.deepEqual([0, -3, 0.2, 41.5, Number.NaN, Number.POSITIVE_INFINITY].map(header), ['1', '1', '1', '42', '60', '60'])
})

test('the not-allowed page shows the account and the contact', () => {
  const { html } = signInPage(not_allowed, 'en')
  assert.ok(html.includes('<strong><bdi>ann.smirnova@mail.example</bdi></strong>'))
  assert.match(
    html,
    /<a href="mailto:directory@uni\.example\?subject=[^"]*ann\.smirnova%40mail\.example[^"]*"><bdi>directory@uni\.example<\/bdi><\/a>/,
  )
  for (const email of [null, '', ' ']) {
    const unnamed = signInPage({ ...not_allowed, email, contact: null }, 'en').html
    assert.match(unnamed, /provided no confirmed email address/)
    assert.doesNotMatch(unnamed, /<strong>|mailto:/)
    assert.match(unnamed, /Contact: <\/span>the directory admins/)
  }
})

test('a contact becomes a mailto link only when it is an email address', () => {
  const linkOf = (contact: string) => /mailto:([^?"]*)/.exec(signInPage({ ...not_allowed, contact }, 'en').html)?.[1]
  assert.equal(linkOf(' office@uni.example '), 'office@uni.example')
  assert.equal(linkOf('o&x/y+z@uni.example'), undefined)
  assert.equal(linkOf('o/y+z@uni.example'), 'o%2Fy%2Bz@uni.example')
  assert.equal(linkOf('почта@пример.рф'), undefined)
  assert.equal(linkOf('office@пример.рф'), 'office@пример.рф')
  for (const words of [
    'Room 214',
    'a@b',
    'a@b.example?bcc=x@y.example',
    'a@b.example, c@d.example',
    '"a"@b.example',
    'a@b.example\nBcc: c@d.example',
    '@',
  ])
    assert.equal(linkOf(words), undefined, words)
})

test('the error ID is shown only on pages that have one', () => {
  for (const { page, name, made } of everyPage)
    assert.equal(made.html.includes(`<code><bdi>${internal.requestId}</bdi></code>`), 'requestId' in page, name)
})

test('a page has at most one primary action', () => {
  for (const { page, name, made } of everyPage) {
    const targets = [...made.html.matchAll(/class="act[^"]*"(?: method="post" action="([^"]+)"><button|><a href="([^"]+)")/g)]
    const expected = 'again' in page ? page.again : 'home' in page ? page.home : 'action' in page ? page.action : undefined
    assert.deepEqual(
      targets.map((match) => match[1] ?? match[2]),
      expected === undefined ? [] : [expected],
      name,
    )
  }
  assert.match(signInPage(hand_off, 'en').html, /<span>Open <bdi>Projectory<\/bdi><\/span><\/button>/)
  assert.match(signInPage({ ...hand_off, appName: ' ' }, 'ru').html, /<span>Открыть приложение<\/span>/)
})

const leadElsewhere = [
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://us@evil.example/',
  'mailto:a@b.example',
  'evil',
  '',
  'ftp://x/',
]

test('only http, https and own paths are linked', () => {
  for (const address of leadElsewhere) {
    assert.doesNotMatch(signInPage({ ...cancelled, again: address }, 'en').html, /href=/, address)
    assert.doesNotMatch(signInPage({ ...signed_out, home: address }, 'en').html, /href=/, address)
    assert.throws(() => signInPage({ ...hand_off, action: address }, 'en'), /not a valid form action/, address)
  }
  assert.match(signInPage({ ...cancelled, again: '/auth/x?a=1&b="2"' }, 'en').html, /href="\/auth\/x\?a=1&amp;b=%222%22"/)
  assert.match(signInPage({ ...hand_off, action: '/auth/x?a=1&b=2' }, 'en').html, /action="\/auth\/x\?a=1&amp;b=2"/)
  assert.match(signInPage({ ...cancelled, again: 'http:projects.example' }, 'en').html, /href="http:\/\/projects\.example\/"/)
})

const hostile = `"><script>alert(1)</script><b title='x\u202egpj.exe\u2066\u0000\r\n$&{email}\ud800`

test('hostile values stay text, without bidirectional control characters', () => {
  const pages: SignInPage[] = [
    { ...not_allowed, email: hostile, contact: hostile },
    { ...not_allowed, email: hostile },
    { ...start_invalid, name: hostile, requestId: hostile },
    { ...no_more_places, requestId: hostile, contact: 'office@uni.example' },
    { ...hand_off, appName: hostile, action: `/x${hostile}` },
    { ...cancelled, again: `https://projects.example/${hostile}` },
  ]
  const tagsOf = (html: string) => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map((match) => match[0].replace(/ (href|action)="[^"]*"/, ''))
  const calm = (page: SignInPage): SignInPage =>
    Object.fromEntries(
      Object.entries(page).map(([key, value]) => [key, typeof value === 'string' ? value.replace(hostile, 'calm') : value]),
    ) as SignInPage
  for (const page of pages) {
    const { html, headers } = signInPage(page, 'en', named(hostile))
    assert.deepEqual(tagsOf(html), tagsOf(signInPage(calm(page), 'en', named('calm')).html), page.kind)
    assert.doesNotMatch(html, /[\u202a-\u202e\u2066-\u2069\0\r]|\p{Cs}/u, page.kind)
    for (const [name, value] of headers) assert.doesNotMatch(value, /[\r\n]|alert/, name)
  }
  assert.ok(signInPage(pages[0]!, 'en').html.includes('<bdi>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b title=&#39;x'))
  const html = signInPage({ ...not_allowed, email: 'ann\u202e@moc.elpmaxe' }, 'en').html
  assert.ok(html.includes('<bdi>ann\ufffd@moc.elpmaxe</bdi>'))
})

test('long values are truncated', () => {
  const { html } = signInPage({ ...not_allowed, email: `${'я'.repeat(5000)}@x.example` }, 'en', named('😀'.repeat(500)))
  assert.ok(html.includes(`<bdi>${'я'.repeat(253)}…</bdi>`))
  assert.ok(html.includes(`<bdi>${'😀'.repeat(79)}…</bdi>`))
})

test('the name of the directory is in the header and in the title', () => {
  const { html } = signInPage(internal, 'ru', named('Северный & Co'))
  assert.match(html, /<title>[^<]+ · Северный &amp; Co<\/title>/)
  assert.match(html, /<\/svg> <bdi>Северный &amp; Co<\/bdi><\/p><\/header>/)
  assert.doesNotMatch(html, /Projectory/)
})

test('links and buttons have the colour of the directory, and the policy allows the style', () => {
  for (const accentHue of [172, 20]) {
    const { html, headers } = signInPage(internal, 'en', { name: 'Projects', accentHue })
    const { light, dark } = palettesOf(accentHue)
    assert.ok(html.includes(`--accent:${light.accent};`) && html.includes(`--accent:${dark.accent};`), `hue ${accentHue}`)
    const hash = createHash('sha256')
      .update(/<style>([\s\S]*)<\/style>/.exec(html)![1]!)
      .digest('base64')
    assert.ok(new Map(headers).get('Content-Security-Policy')!.includes(`style-src 'sha256-${hash}'`))
  }
})

test('Russian lines do not end with a short word or begin with a dash', () => {
  assert.ok(signInPage(not_allowed, 'ru').html.includes('войдите с\u00a0ней. Если нет\u00a0— попросите'))
})
