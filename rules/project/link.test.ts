import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLink, linkLimit, platformFor, readLink } from './link.ts'

test('the limit is three links per team, from three to thirty', () => {
  assert.deepEqual([0, 1, 2, 9, 10, 11, 1000].map(linkLimit), [3, 3, 6, 27, 30, 30, 30])
})

for (const [given, kept] of [
  ['https://github.com/example/trees', 'https://github.com/example/trees'],
  ['https://example.org', 'https://example.org/'],
  ['HTTPS://GitHub.COM/Example', 'https://github.com/Example'],
  ['http://example.org:80/a', 'http://example.org/a'],
  ['https://example.org:443/a', 'https://example.org/a'],
  ['https://example.org:8443/a', 'https://example.org:8443/a'],
  ['https://example.org/a#Part-2', 'https://example.org/a#Part-2'],
  ['https://example.org/a?b=c&d', 'https://example.org/a?b=c&d'],
  ['https://example.org/a/../b/./c', 'https://example.org/b/c'],
  ['https://пример.рф/путь', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C'],
  ['https://ＧｉｔＨｕｂ.com/', 'https://github.com/'],
  ['https://example.org/@user', 'https://example.org/@user'],
  ['https://example.org/\u202egnp', 'https://example.org/%E2%80%AEgnp'],
  ['https://127.1/', 'https://127.0.0.1/'],
  [`https://example.org/${'x'.repeat(2028)}`, `https://example.org/${'x'.repeat(2028)}`],
] as const)
  test(`the address ${given.slice(0, 50)} is kept as ${kept.slice(0, 50)}`, () => {
    assert.equal(canonicalLink(given), kept)
    assert.equal(canonicalLink(kept), kept, 'and stays so')
  })

for (const given of [
  '',
  'x',
  'github.com/example',
  '//github.com/example',
  'https:github.com',
  'https:/github.com',
  'https:///github.com',
  'https://',
  'https://?a',
  'https://#a',
  'https://:80',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://example.org',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'ftp://example.org/',
  'blob:https://example.org/1',
  'view-source:https://example.org',
  'intent://example.org#Intent;scheme=https;end',
  ' https://example.org',
  'https://example.org ',
  'https://example.org/a b',
  'https://example.org/a\u00a0b',
  'https://example.org/a\tb',
  'https://exa\nmple.org/',
  'https://example.org/\r\nSet-Cookie: a=b',
  'https://example.org/\0',
  'https://example.org/\u0085',
  'https://example.org/\u2028',
  'https://example.org/\ud800',
  'https://anna@example.org/',
  'https://anna:secret@example.org/',
  'https://@example.org/',
  'https://github.com@evil.example.org/',
  'https://github.com\\@evil.example.org/',
  'https:\\\\example.org\\',
  'https://exa%00mple.org/',
  'https://exa<mple.org/',
  'https://example.org:99999/',
  'https://[::1/',
  `https://example.org/${'x'.repeat(2029)}`,
  `https://example.org/${'я'.repeat(400)}`,
])
  test(`the address ${JSON.stringify(given).slice(0, 60)} cannot be linked`, () => assert.equal(canonicalLink(given), null))

const github = { id: 1, name: 'GitHub', hosts: ['github.com', 'github.io'] }
const gists = { id: 2, name: 'Сниппеты', hosts: ['gist.github.com'] }
const website = { id: 9, name: 'Website', hosts: [] }
const platforms = [github, gists, website, { id: 10, name: '1', hosts: [] }]

test('a platform is recognised by the host or a parent domain', () => {
  const of = (host: string) => platformFor(null, `https://${host}/`, platforms)?.name
  assert.equal(of('github.com'), 'GitHub')
  assert.equal(of('www.github.com'), 'GitHub')
  assert.equal(of('github.com.'), 'GitHub')
  assert.equal(of('gist.github.com'), 'Сниппеты', 'the closest one')
  assert.equal(of('a.gist.github.com'), 'Сниппеты')
  assert.equal(of('notgithub.com'), 'Website')
  assert.equal(of('github.com.evil.example.org'), 'Website')
  assert.equal(of('com'), 'Website')
})

test('without a fallback platform other hosts have none', () => {
  assert.equal(platformFor(null, 'https://example.org/', [github, gists]), undefined)
})

test('a platform can be given by name or id', () => {
  const named = (name: string | number | null) => platformFor(name, 'https://example.org/', platforms)?.name
  assert.equal(named('github'), 'GitHub')
  assert.equal(named(' СНИППЕТЫ '), 'Сниппеты')
  assert.equal(named(2), 'Сниппеты')
  assert.equal(named('2'), 'Сниппеты')
  assert.equal(named('1'), '1', 'a name comes before a number')
  assert.equal(named(''), 'Website')
  for (const unknown of ['Git', 'gitlab', 0, -1, 3, 2147483648, '__proto__', '2.0', '02'])
    assert.equal(named(unknown), undefined, String(unknown))
})

test('a link without a scheme gets https, and nothing that names another scheme does', () => {
  for (const [given, kept] of [
    ['github.com/example/trees', 'https://github.com/example/trees'],
    ['example.org', 'https://example.org/'],
    ['www.example.org:8443/a?b#c', 'https://www.example.org:8443/a?b#c'],
    ['пример.рф/путь', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C'],
    ['http://example.org/', 'http://example.org/'],
  ] as const)
    assert.equal(readLink(given), kept)
  for (const given of [
    'x',
    '',
    'localhost',
    '1.2.3',
    '127.0.0.1/a',
    'javascript:alert(1)',
    'data:text/html,a.b',
    'a@example.org',
    'me:pw@example.org/',
  ])
    assert.equal(readLink(given), null, given)
  for (const given of ['//example.org', 'ftp://example.org', 'example.org\\a', 'exa mple.org', 'mailto:a.b', `a.bc/${'x'.repeat(2048)}`])
    assert.equal(readLink(given), null, given)
})
