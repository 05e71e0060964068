import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '#contract/language.ts'
import { languageOf } from '#http/call.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'
import type { Mailbox } from '#mail/mailbox/mailbox.ts'
import { bareEmail, type Ending, emailHeaders, mailboxEnd, mailboxPage, pageHeaders } from '#mail/mailbox/page.ts'

const PREFIX = '/mailbox'
const statuses: Record<Ending, number> = { missing: 404, onlyGet: 405, broken: 500 }

type Options = { mailbox: Pick<Mailbox, 'list' | 'find'>; locale: Language; settings: { timeZone: string }; onFault?(fault: unknown): void }
type Page = { status: number; headers: Record<string, string>; body: string | Buffer }

// Shows the emails of a directory without a mail server. Development only.
export function createMailboxHandler({ mailbox, locale, settings, onFault = console.error }: Options): MountedHandler {
  const end = (ending: Ending, language: Language): Page => ({
    status: statuses[ending],
    headers: ending === 'onlyGet' ? { ...pageHeaders, Allow: 'GET, HEAD' } : pageHeaders,
    body: mailboxEnd(ending, language),
  })

  async function answer(message: IncomingMessage, language: Language): Promise<Page> {
    if (message.method !== 'GET' && message.method !== 'HEAD') return end('onlyGet', language)
    const [path = '', query = ''] = message.url!.split('?')
    if (/^\/?$/.test(path.slice(PREFIX.length)))
      return {
        status: 200,
        headers: pageHeaders,
        body: mailboxPage({ language, timeZone: settings.timeZone, mails: await mailbox.list() }),
      }
    const [, id = '', what = ''] = /^\/([0-9a-f-]+)(\.eml|\/letter)?$/.exec(path.slice(PREFIX.length)) ?? []
    const open = id === '' ? undefined : await mailbox.find(id)
    if (open === undefined) return end('missing', language)
    if (what === '.eml') return download(open.raw, id)
    if (what === '/letter')
      return open.shown.html === null ? end('missing', language) : { status: 200, headers: emailHeaders, body: bareEmail(open.shown.html) }
    const view = new URLSearchParams(query).get('view') === 'text' ? 'text' : 'html'
    return {
      status: 200,
      headers: pageHeaders,
      body: mailboxPage({ language, timeZone: settings.timeZone, mails: await mailbox.list(), open, view }),
    }
  }

  function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: Page): void {
    response.writeHead(status, { ...headers, Vary: 'Accept-Language', 'Content-Length': String(Buffer.byteLength(body)) })
    response.end(message.method === 'HEAD' ? undefined : body)
  }

  return {
    prefix: PREFIX,
    handle(message, response) {
      const language = languageOf(message, locale)
      answer(message, language).then(
        (page) => send(message, response, page),
        (fault) => {
          onFault(fault)
          send(message, response, end('broken', language))
        },
      )
    },
  }
}

const download = (raw: Buffer, id: string): Page => ({
  status: 200,
  headers: {
    'Content-Type': 'message/rfc822',
    'Content-Disposition': `attachment; filename="letter-${id}.eml"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: raw,
})
