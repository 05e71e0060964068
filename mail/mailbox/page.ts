import { createHash } from 'node:crypto'
import type { Language } from '#contract/errors.ts'
import { plain } from '#mail/email.ts'
import { escaped } from '#mail/escaped.ts'
import type { Stored, Summary } from './mailbox.ts'
import { mailboxStyle } from './style.ts'
import { mailboxTexts } from './text.ts'

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

function frame(language: Language, title: string, main: string): string {
  const { banner, warning } = mailboxTexts[language]
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
<header class="banner"><p><b>${banner}</b> <span>${warning}</span></p></header>
${main}
</body>
</html>
`
}

function listHtml(mails: Summary[], openId: string | undefined, reader: Reader, heading: 'h1' | 'p'): string {
  const { title, refresh, emptyTitle, empty } = mailboxTexts[reader.language]
  const items = mails.map(
    ({ id, at, to, subject }) =>
      `<li><a href="/mailbox/${id}"${id === openId ? ' aria-current="page"' : ''}><b>${bdi(subject)}</b> <span>${bdi(to)} ${timeHtml(at, reader)}</span></a></li>`,
  )
  const list = items.length === 0 ? `<div class="note"><h2>${emptyTitle}</h2><p>${empty}</p></div>` : `<ol>\n${items.join('\n')}\n</ol>`
  const top = heading === 'h1' ? `<h1>${title}</h1>` : `<p class="head">${title}</p>`
  return `<div class="top">${top}<a href="/mailbox">${refresh}</a></div>\n${list}`
}

// URLs become links, without trailing punctuation.
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"»”]*[^\s<>"»”.,;:!?)])/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')

function emailHtml({ id, at, shown }: Stored, view: View, reader: Reader): string {
  const labels = mailboxTexts[reader.language]
  const rows = [
    [labels.from, bdi(shown.from)],
    [labels.to, bdi(shown.to)],
    ...(shown.replyTo === null ? [] : [[labels.replyTo, bdi(shown.replyTo)]]),
    [labels.at, timeHtml(at, reader)],
  ]
  const isHtml = view === 'html' && shown.html !== null
  const choice = (name: View, label: string) =>
    `<a href="/mailbox/${id}${name === 'text' ? '?view=text' : ''}"${isHtml === (name === 'html') ? ' aria-current="true"' : ''}>${label}</a>`
  const actions = [
    ...(shown.html === null
      ? []
      : [choice('html', labels.html), choice('text', labels.text), `<a href="/mailbox/${id}/letter">${labels.alone}</a>`]),
    `<a href="/mailbox/${id}.eml" download>${labels.download}</a>`,
  ]
  const body = isHtml
    ? `<iframe src="/mailbox/${id}/letter" title="${labels.body}" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>`
    : `<pre dir="auto" role="region" aria-label="${labels.body}">${linked(shown.text)}</pre>`
  return `<p class="back"><a href="/mailbox">← ${labels.back}</a></p>
<h1>${bdi(shown.subject)}</h1>
<dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}</dl>
<nav class="actions" aria-label="${labels.views}">${actions.join('\n')}</nav>
${body}`
}

export function mailboxPage({ mails, open, view = 'html', ...reader }: MailboxPage): string {
  const { language } = reader
  const { title, emails, choose } = mailboxTexts[language]
  if (mails.length === 0 && !open)
    return frame(language, title, `<main class="layout empty">\n${listHtml(mails, undefined, reader, 'h1')}\n</main>`)
  if (open)
    return frame(
      language,
      `${plain(open.shown.subject)} · ${title}`,
      `<div class="layout reading">
<nav class="list" aria-label="${emails}">${listHtml(mails, open.id, reader, 'p')}</nav>
<main class="email">${emailHtml(open, view, reader)}</main>
</div>`,
    )
  return frame(
    language,
    title,
    `<div class="layout choosing">
<main class="list">${listHtml(mails, undefined, reader, 'h1')}</main>
<aside class="email" aria-label="${mailboxTexts[language].body}"><p class="note">${choose}</p></aside>
</div>`,
  )
}

/** The email as sent, but its links open in the top window. */
export const bareEmail = (html: string): string => html.replace('<head>', '<head>\n<base target="_top">')

export type Ending = 'missing' | 'onlyGet' | 'broken'
export function mailboxEnd(ending: Ending, language: Language): string {
  const labels = mailboxTexts[language]
  const title = labels[`${ending}Title`]
  const main = `<main class="layout empty">
<p class="back"><a href="/mailbox">← ${labels.back}</a></p>
<h1>${title}</h1>
<p>${labels[ending]}</p>
</main>`
  return frame(language, title, main)
}
