import type { Language } from '#contract/language.ts'
import { bdi, escaped, framePage, type PageLook, plain, type Tone, withNoBreakSpaces } from '#http/page/page.ts'
import { defaultSettings } from '#rules/settings/settings.ts'
import { textsOf } from '#texts/server.ts'
import { fillText } from '#texts/write.ts'
import type { SignInPage } from './kinds.ts'
import { contactLink, isAppScheme, safeHref } from './values.ts'

// Renders the sign-in pages.

const pageText = textsOf('pages')

type Presentation = { status: number; tone: Tone; retrySeconds?: number }

const presentations: Record<SignInPage['kind'], Presentation> = {
  not_allowed: { status: 403, tone: 'refused' },
  account_disabled: { status: 403, tone: 'refused' },
  field_client_disabled: { status: 403, tone: 'refused' },
  cancelled: { status: 400, tone: 'refused' },
  sign_in_rejected: { status: 400, tone: 'refused' },
  other_browser: { status: 400, tone: 'trouble' },
  start_invalid: { status: 400, tone: 'trouble' },
  unknown_provider: { status: 404, tone: 'trouble' },
  too_many: { status: 429, tone: 'refused' },
  provider_unavailable: { status: 503, tone: 'trouble', retrySeconds: 30 },
  internal: { status: 500, tone: 'trouble' },
  no_more_places: { status: 503, tone: 'trouble', retrySeconds: 3600 },
  store_unavailable: { status: 503, tone: 'trouble', retrySeconds: 10 },
  hand_off: { status: 200, tone: 'done' },
  signed_out: { status: 200, tone: 'trouble' },
}

function formActionOf(page: SignInPage): string {
  if (page.kind !== 'hand_off') return "'none'"
  if (page.scheme !== undefined && !isAppScheme(page.scheme)) throw new TypeError(`not an app scheme: ${JSON.stringify(page.scheme)}`)
  // CSP form-action also applies to the redirect after the form, so the app's scheme must be listed.
  return page.scheme === undefined ? "'self'" : `'self' ${page.scheme}`
}

const wholeSeconds = (seconds: number): number => (Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 60)

function whenText(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  if (seconds < 90) return format.format(seconds, 'second')
  return seconds < 5400 ? format.format(Math.ceil(seconds / 60), 'minute') : format.format(Math.ceil(seconds / 3600), 'hour')
}

function bodyOf(page: SignInPage, language: Language): string {
  const isUnnamed = page.kind === 'not_allowed' && !page.email?.trim()
  const values: Record<string, string> = {}
  if (page.kind === 'not_allowed') values.email = `<strong>${bdi(page.email ?? '')}</strong>`
  if (page.kind === 'start_invalid') values.name = `<code>${bdi(page.name)}</code>`
  if (page.kind === 'too_many') values.when = `<strong>${whenText(wholeSeconds(page.seconds), language)}</strong>`
  const body = pageText.template(language, isUnnamed ? 'signIn.not_allowed.unnamed' : `signIn.${page.kind}.body`)
  const paragraphs = body.split('\n').map((text) => `<p>${fillText(escaped(withNoBreakSpaces(text)), (name) => values[name]!)}</p>`)
  return paragraphs.join('\n')
}

// An unsafe link is omitted: the page works without it. The hand-off does not work without its form, so it throws.
function actionOf(page: SignInPage, language: Language): string {
  const key = `signIn.${page.kind}.button`
  const button = pageText.has(key) ? pageText(language, key) : ''
  if (page.kind === 'hand_off') {
    const action = safeHref(page.action)
    if (action === null) throw new TypeError(`not a valid form action: ${JSON.stringify(page.action)}`)
    const named = escaped(pageText.template(language, 'signIn.hand_off.named'))
    const label = page.appName?.trim() ? fillText(named, () => bdi(page.appName!)) : escaped(button)
    return `<form class="act" method="post" action="${escaped(action)}"><button type="submit"><span>${label}</span></button></form>`
  }
  const target = 'again' in page ? safeHref(page.again) : 'home' in page ? safeHref(page.home) : null
  if (target === null) return ''
  const isQuiet = page.kind === 'account_disabled'
  return `<p class="act${isQuiet ? ' quiet' : ''}"><a href="${escaped(target)}">${escaped(button)}</a></p>`
}

function contactOf(page: SignInPage, language: Language, directory: string): string {
  if (!('contact' in page)) return ''
  const about =
    page.kind === 'not_allowed' && page.email ? ` (${plain(page.email)})` : 'requestId' in page ? ` (${plain(page.requestId)})` : ''
  const subject = `${directory}: ${pageText(language, `signIn.${page.kind}.title`)}${about}`
  const whom = page.contact?.trim() ? contactLink(page.contact, subject) : escaped(pageText(language, 'signIn.word.people'))
  return `<p class="ask"><span>${escaped(pageText(language, 'signIn.word.ask'))}: </span>${whom}</p>`
}

const errorIdOf = (page: SignInPage, language: Language): string =>
  'requestId' in page
    ? `<footer><p>${escaped(pageText(language, 'signIn.word.number'))}: <code>${bdi(page.requestId)}</code></p></footer>\n`
    : ''

export function signInPage(
  page: SignInPage,
  language: Language,
  directory: PageLook = defaultSettings,
): { status: number; html: string; headers: [string, string][] } {
  const { status, tone, retrySeconds } = presentations[page.kind]
  const title = pageText(language, `signIn.${page.kind}.title`)
  const owner = plain(directory.name, 80)
  const main = [bodyOf(page, language), actionOf(page, language), contactOf(page, language, owner)].filter((part) => part !== '').join('\n')
  const footer = errorIdOf(page, language)
  const { html, headers } = framePage({ language, title, tone, main, footer, directory, formAction: formActionOf(page) })
  const wait = page.kind === 'too_many' ? wholeSeconds(page.seconds) : retrySeconds
  if (wait !== undefined) headers.push(['Retry-After', String(wait)])
  return { status, html, headers }
}
