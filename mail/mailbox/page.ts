import { createHash } from 'node:crypto'
import type { Language } from '#contract/language.ts'
import { plain } from '#mail/email.ts'
import { escaped } from '#mail/escaped.ts'
import { textsOf } from '#texts/server.ts'
import type { Stored, Summary } from './mailbox.ts'
import { mailboxStyle } from './style.ts'

// The development mailbox: plain HTML without scripts. No automatic refresh: it would interrupt reading.

export type View = 'html' | 'text'
type Reader = { language: Language; timeZone: string }
export type MailboxPage = Reader & { mails: Summary[]; open?: Stored; view?: View }

const styleHash = createHash('sha256').update(mailboxStyle).digest('base64')
const shared: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}
export const pageHeaders: Record<string, string> = {
  ...shared,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}
// The HTML of an email: no scripts, no external resources; only this mailbox may frame it.
export const emailHeaders: Record<string, string> = {
  ...shared,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups",
}

const momentOf = (at: string, { language, timeZone }: Reader): string =>
  new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at))
const timeHtml = (at: string, reader: Reader): string => `<time datetime="${at}">${escaped(momentOf(at, reader))}</time>`
const bdi = (text: string): string => `<bdi>${escaped(plain(text))}</bdi>`

const pageText = textsOf('pages')
type Label<K = Parameters<typeof pageText>[1]> = K extends `mailbox.${infer Key}` ? Key : never
const labelsIn = (language: Language) => (key: Label) => pageText(language, `mailbox.${key}`)

function frame(language: Language, title: string, main: string): string {
  const label = labelsIn(language)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${mailboxStyle}</style>
</head>
<body>
<header class="banner"><p><b>${label('banner')}</b> <span>${label('warning')}</span></p></header>
${main}
</body>
</html>
`
}

function listHtml(mails: Summary[], openId: string | undefined, reader: Reader, heading: 'h1' | 'p'): string {
  const label = labelsIn(reader.language)
  const items = mails.map(
    ({ id, at, to, subject }) =>
      `<li><a href="/mailbox/${id}"${id === openId ? ' aria-current="page"' : ''}><b>${bdi(subject)}</b> <span>${bdi(to)} ${timeHtml(at, reader)}</span></a></li>`,
  )
  const list =
    items.length === 0
      ? `<div class="note"><h2>${label('emptyTitle')}</h2><p>${label('empty')}</p></div>`
      : `<ol>\n${items.join('\n')}\n</ol>`
  const top = heading === 'h1' ? `<h1>${label('title')}</h1>` : `<p class="head">${label('title')}</p>`
  return `<div class="top">${top}<a href="/mailbox">${label('refresh')}</a></div>\n${list}`
}

// URLs become links, without trailing punctuation.
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"»”]*[^\s<>"»”.,;:!?)])/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')

function emailHtml({ id, at, shown }: Stored, view: View, reader: Reader): string {
  const label = labelsIn(reader.language)
  const rows = [
    [label('from'), bdi(shown.from)],
    [label('to'), bdi(shown.to)],
    ...(shown.replyTo === null ? [] : [[label('replyTo'), bdi(shown.replyTo)]]),
    [label('at'), timeHtml(at, reader)],
  ]
  const isHtml = view === 'html' && shown.html !== null
  const choice = (name: View, title: string) =>
    `<a href="/mailbox/${id}${name === 'text' ? '?view=text' : ''}"${isHtml === (name === 'html') ? ' aria-current="true"' : ''}>${title}</a>`
  const actions = [
    ...(shown.html === null
      ? []
      : [choice('html', label('html')), choice('text', label('text')), `<a href="/mailbox/${id}/letter">${label('alone')}</a>`]),
    `<a href="/mailbox/${id}.eml" download>${label('download')}</a>`,
  ]
  const body = isHtml
    ? `<iframe src="/mailbox/${id}/letter" title="${label('body')}" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>`
    : `<pre dir="auto" role="region" aria-label="${label('body')}">${linked(shown.text)}</pre>`
  return `<p class="back"><a href="/mailbox">← ${label('back')}</a></p>
<h1>${bdi(shown.subject)}</h1>
<dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}</dl>
<nav class="actions" aria-label="${label('views')}">${actions.join('\n')}</nav>
${body}`
}

export function mailboxPage({ mails, open, view = 'html', ...reader }: MailboxPage): string {
  const { language } = reader
  const label = labelsIn(language)
  const title = label('title')
  if (mails.length === 0 && !open)
    return frame(language, title, `<main class="layout empty">\n${listHtml(mails, undefined, reader, 'h1')}\n</main>`)
  if (open)
    return frame(
      language,
      `${plain(open.shown.subject)} · ${title}`,
      `<div class="layout reading">
<nav class="list" aria-label="${label('emails')}">${listHtml(mails, open.id, reader, 'p')}</nav>
<main class="email">${emailHtml(open, view, reader)}</main>
</div>`,
    )
  return frame(
    language,
    title,
    `<div class="layout choosing">
<main class="list">${listHtml(mails, undefined, reader, 'h1')}</main>
<aside class="email" aria-label="${label('body')}"><p class="note">${label('choose')}</p></aside>
</div>`,
  )
}

/** The email as sent, but its links open in the top window. */
export const bareEmail = (html: string): string => html.replace('<head>', '<head>\n<base target="_top">')

export type Ending = 'missing' | 'onlyGet' | 'broken'
export function mailboxEnd(ending: Ending, language: Language): string {
  const label = labelsIn(language)
  const title = label(`${ending}Title`)
  const main = `<main class="layout empty">
<p class="back"><a href="/mailbox">← ${label('back')}</a></p>
<h1>${title}</h1>
<p>${label(ending)}</p>
</main>`
  return frame(language, title, main)
}
