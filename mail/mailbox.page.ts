import { createHash } from 'node:crypto'
import type { Language } from '#contract/errors.ts'
import { escaped, plain } from './email.ts'
import { mailboxStyle } from './mailbox.style.ts'
import { mailboxTexts } from './mailbox.text.ts'
import type { Stored, Summary } from './mailbox.ts'

// The development mailbox in the browser: plain HTML without script. It looks anew when asked to: pages that turn over by themselves
// take the letter out of the hands of those who read slowly.

export type View = 'html' | 'text'
export type MailboxPage = { language: Language; mails: Summary[]; open?: Stored; view?: View }

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
// The letter itself: nothing runs in it and nothing is fetched, whatever it says; only this mailbox may put it into a frame.
export const emailHeaders: Record<string, string> = {
  ...shared,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups",
}

const momentOf = (at: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at))
const timeHtml = (at: string, language: Language): string => `<time datetime="${at}">${escaped(momentOf(at, language))}</time>`
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

function listHtml(mails: Summary[], openId: string | undefined, language: Language, heading: 'h1' | 'p'): string {
  const { title, refresh, emptyTitle, empty } = mailboxTexts[language]
  const items = mails.map(
    ({ id, at, to, subject }) =>
      `<li><a href="/mailbox/${id}"${id === openId ? ' aria-current="page"' : ''}><b>${bdi(subject)}</b> <span>${bdi(to)} ${timeHtml(at, language)}</span></a></li>`,
  )
  const list = items.length === 0 ? `<div class="note"><h2>${emptyTitle}</h2><p>${empty}</p></div>` : `<ol>\n${items.join('\n')}\n</ol>`
  const top = heading === 'h1' ? `<h1>${title}</h1>` : `<p class="head">${title}</p>`
  return `<div class="top">${top}<a href="/mailbox">${refresh}</a></div>\n${list}`
}

// Addresses become links; a sign that ends the sentence is not part of one.
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"»”]*[^\s<>"»”.,;:!?)])/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')

function emailHtml({ id, at, shown }: Stored, view: View, language: Language): string {
  const words = mailboxTexts[language]
  const rows = [
    [words.from, bdi(shown.from)],
    [words.to, bdi(shown.to)],
    ...(shown.replyTo === null ? [] : [[words.replyTo, bdi(shown.replyTo)]]),
    [words.at, timeHtml(at, language)],
  ]
  const isHtml = view === 'html' && shown.html !== null
  const choice = (name: View, label: string) =>
    `<a href="/mailbox/${id}${name === 'text' ? '?view=text' : ''}"${isHtml === (name === 'html') ? ' aria-current="true"' : ''}>${label}</a>`
  const ways = [
    ...(shown.html === null
      ? []
      : [choice('html', words.html), choice('text', words.text), `<a href="/mailbox/${id}/letter">${words.alone}</a>`]),
    `<a href="/mailbox/${id}.eml" download>${words.download}</a>`,
  ]
  const body = isHtml
    ? `<iframe src="/mailbox/${id}/letter" title="${words.body}" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>`
    : `<pre dir="auto" role="region" aria-label="${words.body}">${linked(shown.text)}</pre>`
  return `<p class="back"><a href="/mailbox">← ${words.back}</a></p>
<h1>${bdi(shown.subject)}</h1>
<dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}</dl>
<nav class="ways" aria-label="${words.views}">${ways.join('\n')}</nav>
${body}`
}

export function mailboxPage({ language, mails, open, view = 'html' }: MailboxPage): string {
  const { title, letters, choose } = mailboxTexts[language]
  if (mails.length === 0 && !open)
    return frame(language, title, `<main class="desk empty">\n${listHtml(mails, undefined, language, 'h1')}\n</main>`)
  if (open)
    return frame(
      language,
      `${plain(open.shown.subject)} · ${title}`,
      `<div class="desk reading">
<nav class="list" aria-label="${letters}">${listHtml(mails, open.id, language, 'p')}</nav>
<main class="letter">${emailHtml(open, view, language)}</main>
</div>`,
    )
  return frame(
    language,
    title,
    `<div class="desk choosing">
<main class="list">${listHtml(mails, undefined, language, 'h1')}</main>
<aside class="letter" aria-label="${mailboxTexts[language].body}"><p class="note">${choose}</p></aside>
</div>`,
  )
}

/** The letter as it was sent, but that its links lead out of the frame. */
export const bareEmail = (html: string): string => html.replace('<head>', '<head>\n<base target="_top">')

export type Ending = 'missing' | 'onlyGet' | 'broken'
export function mailboxEnd(ending: Ending, language: Language): string {
  const words = mailboxTexts[language]
  const title = words[`${ending}Title`]
  const main = `<main class="desk empty">
<p class="back"><a href="/mailbox">← ${words.back}</a></p>
<h1>${title}</h1>
<p>${words[ending]}</p>
</main>`
  return frame(language, title, main)
}
