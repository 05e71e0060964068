import type { IncomingMessage } from 'node:http'
import type { Language } from '#contract/language.ts'
import type { App } from '#http/app.ts'
import { type Call, languageOf } from '#http/call.ts'
import { withinSeconds } from '#http/deadline.ts'
import type { Spend } from '#http/limits/presets.ts'

// A browser route answers a navigating browser: with pages, cookies and redirects instead of JSON.
export type BrowserRoute<A extends App> = {
  method: 'GET' | 'POST'
  path: string
  isSignIn?: boolean
  withHead?: boolean // only where its GET changes nothing
  open(request: BrowserRequest<A>): Reply | Promise<Reply>
}

export type BrowserRequest<A extends App> = {
  app: A
  message: IncomingMessage
  url: string // path and query as received
  language: Language
  ip: string
  requestId: string
  spend: Spend
}

export type Reply = { status: number; headers: [string, string][]; body?: string }

const SECONDS = 12 // an identity provider has ten of them

export async function runBrowserRoute<A extends App>(app: A, route: BrowserRoute<A>, call: Call): Promise<Reply> {
  const request: BrowserRequest<A> = {
    app,
    message: call.message,
    url: call.url,
    language: languageOf(call.message, app.settings.locale, app.settings.languages),
    ip: call.ip,
    requestId: call.id,
    spend: ((limit: 'search') => call.spend(limit)) as Spend,
  }
  return withinSeconds(SECONDS, route.open(request))
}
