import type { Language } from '#contract/language.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { Reply } from '#http/page/browser-routes.ts'
import { bdi, escaped, framePage, type PageLook, type Tone, withNoBreakSpaces } from '#http/page/page.ts'
import { type Choices, choiceFor, kindsFor } from '#rules/mail/notification.ts'
import { textsOf } from '#texts/server.ts'
import { fillText } from '#texts/write.ts'
import type { MailPage } from './pages.kinds.ts'

// Pages behind the links in emails. Changes need a POST from a form, because mail scanners open every link.

const pageText = textsOf('pages')

const appearance: Record<MailPage['kind'], { status: number; tone: Tone }> = {
  ask: { status: 200, tone: 'trouble' },
  off: { status: 200, tone: 'done' },
  all: { status: 200, tone: 'trouble' },
  token_unknown: { status: 404, tone: 'refused' },
  confirm: { status: 200, tone: 'trouble' },
  confirmed: { status: 200, tone: 'done' },
  link_gone: { status: 404, tone: 'refused' },
  store_unavailable: { status: 503, tone: 'trouble' },
  internal: { status: 500, tone: 'trouble' },
}

// Relative to the page, whatever path it is mounted at.
const addressOf = (query: Record<string, string>): string => escaped(`?${new URLSearchParams(query)}`)

const writeFormer = (former: Choices): string =>
  Object.entries(former)
    .map(([kind, when]) => `${kind}.${when}`)
    .join(' ')

const form = (query: Record<string, string>, button: string, hint = ''): string =>
  `<form class="act" method="post" action="${addressOf(query)}"><button type="submit"${hint}><span>${escaped(button)}</span></button></form>`

const link = (address: string, text: string): string => `<p class="act quiet"><a href="${address}">${escaped(text)}</a></p>`

function choiceOf(kind: NotificationKind, when: When, token: string, language: Language): string {
  const what = pageText(language, `mail.occasion.${kind}`)
  const button = pageText(language, when === 'off' ? 'mail.word.turnOn' : 'mail.word.turnOff')
  const query: Record<string, string> = when === 'off' ? { token, undo: writeFormer({ [kind]: 'at-once' }) } : { token, kind }
  const label = ` aria-label="${escaped(`${button}: ${what}`)}"`
  return `<li><p>${escaped(withNoBreakSpaces(what))}<small>${escaped(pageText(language, `mail.word.${when}`))}</small></p>
<form method="post" action="${addressOf({ ...query, from: 'all' })}"><button type="submit"${label}>${escaped(button)}</button></form></li>`
}

function actionOf(page: MailPage, language: Language): string {
  const key = `mail.${page.kind}.button`
  const button = pageText.has(key) ? pageText(language, key) : ''
  const all = 'token' in page ? link(addressOf({ token: page.token }), pageText(language, 'mail.word.all')) : ''
  switch (page.kind) {
    case 'ask':
      return `${form({ token: page.token, kind: page.subject }, button)}\n${all}`
    case 'off':
      return `${form({ token: page.token, kind: page.subject, undo: writeFormer(page.former) }, button)}\n${all}`
    case 'all':
      return `<ul class="choices">
${kindsFor(page.isCurator)
  .map((kind) => choiceOf(kind, choiceFor(page.choices, kind), page.token, language))
  .join('\n')}
</ul>`
    case 'confirm':
      return form({ token: page.token }, button)
    case 'store_unavailable':
      return link('', button)
    case 'internal':
      return ''
    default:
      return link(escaped(page.home), button)
  }
}

const fills = (page: MailPage, language: Language): Record<string, string> => ({
  what: 'subject' in page ? escaped(withNoBreakSpaces(pageText(language, `mail.occasion.${page.subject}`))) : '',
  email: page.kind === 'confirmed' ? `<strong>${bdi(page.email)}</strong>` : '',
})

export function mailPage(page: MailPage, language: Language, directory: PageLook): Reply {
  const { status, tone } = appearance[page.kind]
  const title = pageText(language, `mail.${page.kind}.title`)
  const body = pageText.template(language, `mail.${page.kind}.body`).split('\n')
  const values = fills(page, language)
  const paragraphs = body.map((text) => `<p>${fillText(escaped(withNoBreakSpaces(text)), (name) => values[name]!)}</p>`)
  const main = [...paragraphs, actionOf(page, language)].join('\n')
  const number = 'requestId' in page ? `<p>${escaped(pageText(language, 'mail.word.number'))}: <code>${bdi(page.requestId)}</code></p>` : ''
  const footer = number && `<footer>${number}</footer>\n`
  const { html, headers } = framePage({ language, title, tone, main, footer, directory, formAction: "'self'" })
  if (status === 503) headers.push(['Retry-After', '10'])
  return { status, headers, body: html }
}
