import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pageStyle } from './page.style.ts'
import { type Locale, pageText } from './text.ts'

type Stage = 'provider' | 'github'
type Choice = { login: string; name: string; who: string }

// No CSP form-action: the redirects after the form may end at an app's custom scheme.
export const pageHeaders: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (raw: string): string => raw.replace(/[&<>"']/g, (mark) => marks[mark]!)
const languageOf = (name: string): Locale => (/\p{Script=Cyrillic}/u.test(name) ? 'ru' : 'en')

function frame(stage: Stage, locale: Locale, title: string, main: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><p><b>${text(pageText(locale, `devIdp.${stage}.banner`))}</b> <span>${text(pageText(locale, `devIdp.${stage}.warning`))}</span></p></header>
<main>
${main}
</main>
</body>
</html>
`
}

export type PeoplePage = { stage: Stage; locale: Locale; action: string; people: Choice[]; isUnknown?: boolean }

export function peoplePage({ stage, locale, action, people, isUnknown = false }: PeoplePage): string {
  const buttons = people.map(
    ({ login, name, who }) =>
      `<li><button name="login" value="${text(login)}"><span><b lang="${languageOf(name)}">${text(name)}</b> <code>${text(login)}</code></span> <small>${text(who)}</small></button></li>`,
  )
  return frame(
    stage,
    locale,
    pageText(locale, 'devIdp.title'),
    `<h1>${pageText(locale, 'devIdp.question')}</h1>
<p>${pageText(locale, 'devIdp.hint')}</p>
${isUnknown ? `<p class="alert" role="alert">${pageText(locale, 'devIdp.unknown')}</p>` : ''}
<form method="post" action="${text(action)}">
<ul>
${buttons.join('\n')}
</ul>
<button class="cancel" name="cancel" value="yes">${pageText(locale, 'devIdp.cancel')}</button>
</form>`,
  )
}

type Ending = 'over' | 'fault' | 'missing'
export type EndPage = { stage: Stage; locale: Locale; ending: Ending; code?: string; detail?: string }

/** An error page that ends the sign-in; code and detail are for the developer. */
export function endPage({ stage, locale, ending, code, detail }: EndPage): string {
  const title = pageText(locale, `devIdp.${ending}Title`)
  const technical = code === undefined ? '' : `<p class="code" lang="en"><code>${text(code)}</code>${detail ? ` ${text(detail)}` : ''}</p>`
  return frame(
    stage,
    locale,
    title,
    `<h1>${title}</h1>
<p>${pageText(locale, `devIdp.${ending}`)}</p>
${technical}
<a class="home" href="/">${pageText(locale, 'devIdp.goHome')}</a>`,
  )
}

export function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { ...pageHeaders, 'Content-Length': String(Buffer.byteLength(page)) })
  response.end(page)
}
