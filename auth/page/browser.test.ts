import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import type { SignInPage } from './kinds.ts'
import { signInPage } from './pages.ts'
import { samplePages } from './samples.ts'

// /kind/language serves a page with its headers; ?without=a,b omits headers; /frame?of=path embeds one in a frame.
const browser = openBrowser()
const sent: string[] = []
const sendTo: SignInPage = { ...samplePages.hand_off, action: '/sent' }
const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://here.invalid')
  const [, kind = '', language = 'en'] = url.pathname.split('/')
  if (kind === 'frame') return response.setHeader('content-type', 'text/html').end(`<iframe src="${url.searchParams.get('of')}"></iframe>`)
  if (kind === 'sent') {
    sent.push(`${request.method} ${request.headers.origin}`)
    return response.writeHead(303, { location: 'org.example.projectory:/auth/callback?code=1' }).end()
  }
  const page =
    kind === 'no-scheme' ? { ...sendTo, scheme: undefined } : kind === 'hand_off' ? sendTo : samplePages[kind as SignInPage['kind']]
  if (page === undefined) return response.writeHead(404).end()
  const made = signInPage(page, language as 'en' | 'ru', language === 'ru' ? { name: 'Северный университет', accentHue: 20 } : undefined)
  const without = (url.searchParams.get('without') ?? '').split(',')
  response.writeHead(made.status, made.headers.filter(([name]) => !without.includes(name)).flat()).end(made.html)
})
let origin: string
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close().closeAllConnections())

const measure = `(() => ({
  ground: getComputedStyle(document.body).backgroundColor,
  overflow: document.documentElement.scrollWidth - innerWidth,
  small: [...document.querySelectorAll('a,button')].filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
}))()`

for (const [colorScheme, ground] of [
  ['light', 'rgb(247, 246, 242)'],
  ['dark', 'rgb(17, 22, 21)'],
] as const)
  for (const language of ['en', 'ru'] as const)
    test(`every page in ${language}, ${colorScheme}, is accessible, fits a phone and loads no other resource`, async () => {
      const visit = await browser.visit({ colorScheme, viewport: phone })
      for (const kind of Object.keys(samplePages)) {
        await visit.page.goto(`${origin}/${kind}/${language}`)
        if ((colorScheme === 'dark') === (language === 'ru')) await assertNoAxeViolations(visit.page)
        assert.deepEqual(await visit.page.evaluate(measure), { ground, overflow: 0, small: [] }, kind)
      }
      assert.deepEqual(
        visit.requests,
        Object.keys(samplePages).map((kind) => `${origin}/${kind}/${language}`),
      )
      // The browser logs a status of 400 and above as a console error.
      assert.deepEqual(
        visit.faults.filter((fault) => !fault.includes('responded with a status of')),
        [],
      )
    })

test('a page in a frame stays blank, by CSP or by X-Frame-Options alone', async () => {
  const { page } = await browser.visit()
  const framed = async (kind: string, without: string): Promise<string> => {
    await page.goto(`${origin}/frame?of=${encodeURIComponent(`/${kind}/en?without=${without}`)}`)
    return page.frames()[1]!.evaluate<string>('document.body.innerText')
  }
  assert.match(await framed('hand_off', 'X-Frame-Options,Content-Security-Policy'), /You’re signed in/, 'without its locks it would show')
  for (const without of ['X-Frame-Options', 'Content-Security-Policy'])
    assert.doesNotMatch(await framed('hand_off', without), /signed in/, `without ${without}`)
  for (const kind of Object.keys(samplePages)) assert.doesNotMatch(await framed(kind, ''), /Projectory/, kind)
})

test('the hand-off button submits its form and may redirect to the app only if CSP lists its scheme', async () => {
  const press = async (kind: string, expected: number): Promise<string[]> => {
    const visit = await browser.visit()
    await visit.page.goto(`${origin}/${kind}/en`)
    // No app handles the scheme here: the navigation fails with or without a CSP violation.
    const ended = visit.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/sent'))
    await visit.page.getByRole('button', { name: 'Open Projectory' }).click({ noWaitAfter: true })
    await ended
    const complaints = () => visit.faults.filter((fault) => fault.includes('form-action'))
    for (let tries = 0; tries < 100 && complaints().length < expected; tries++) await visit.page.waitForTimeout(100)
    await visit.page.waitForTimeout(500)
    return complaints()
  }
  assert.deepEqual(await press('hand_off', 0), [])
  assert.deepEqual(sent, [`POST ${origin}`])
  assert.equal((await press('no-scheme', 1)).length, 1)
})
