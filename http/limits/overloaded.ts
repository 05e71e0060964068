import type { Language } from '#contract/language.ts'
import { type Call, languageOf } from '#http/call.ts'
import { problemOf, Refusal } from '#http/response/problem.ts'
import { type Form, tryFastWrite } from '#http/response/write-response.ts'

// The refusal of an overloaded server must cost much less than the work it refuses: it is rendered once per language and sent like a cached
// response, with the request id filled in.

type Rendered = { form: Form; before: string; after: string }
const rendered = new Map<string, Rendered>()

function render(call: Call, language: Language, isOauth: boolean): Rendered {
  const { docsUrl } = call.server.app.config
  const placeholder = '*'.repeat(call.id.length)
  const { headers, body } = problemOf(new Refusal('overloaded'), language, placeholder, docsUrl, isOauth)
  const text = Buffer.from(body).toString('latin1') // one character per byte
  const [before = '', after = ''] = text.split(placeholder)
  const lines = [...Object.entries(headers).flat(), 'Vary', 'Accept-Language', 'Content-Length', String(text.length)]
  return { form: { body: '', size: text.length, headers: lines }, before, after }
}

/** The size of the response; null when the fast path cannot be used. */
export function trySendOverloaded(call: Call): number | null {
  const { app, isOauth } = call.server
  const language = languageOf(call.message, app.settings.locale, app.settings.languages)
  const key = `${language} ${isOauth(call.url)} ${call.id.length} ${app.config.docsUrl}`
  const found = rendered.get(key) ?? render(call, language, isOauth(call.url))
  rendered.set(key, found)
  found.form.body = found.before + call.id + found.after
  return tryFastWrite(call, 503, found.form) ? found.form.size : null
}
