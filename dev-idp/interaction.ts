import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InteractionResults, Provider } from 'oidc-provider'
import { readForm } from './form.ts'
import { endPage, peoplePage, sendPage } from './page.ts'
import type { DevPerson } from './people.ts'
import { type Locale, localeOf } from './text.ts'

type Stand = { provider: Provider; people: DevPerson[]; locale: Locale }

/** The people page of one authorization call: shows it, and takes the answer. */
export async function answerInteraction(stand: Stand, uid: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, people } = stand
  const locale = localeOf(message.headers['accept-language'], stand.locale)
  const form = await readForm(message)
  const context = provider.createContext(message, response)
  const isTheirs = context.cookies.get(provider.cookieName('interaction')) === uid
  const interaction = isTheirs ? await provider.Interaction.find(uid) : undefined
  if (interaction === undefined) return sendPage(response, 400, endPage({ stage: 'provider', locale, ending: 'over' }))

  const show = (status: number, isUnknown: boolean): void => {
    const choices = people.map(({ login, name, who }) => ({ login, name, who: who[locale] }))
    sendPage(response, status, peoplePage({ stage: 'provider', locale, action: message.url!, people: choices, isUnknown }))
  }

  async function goOn(result: InteractionResults): Promise<void> {
    interaction!.result = result
    await interaction!.persist()
    // Only the path: the browser may know this host by another name than the provider does.
    const { pathname } = new URL(interaction!.returnTo)
    response.writeHead(303, { Location: pathname, 'Cache-Control': 'no-store', 'Content-Length': '0' })
    response.end()
  }

  // Left to itself, the provider signs the former person out by a page that needs a script; here the session changes hands.
  async function replaceFormer(login: string): Promise<void> {
    const session = await provider.Session.get(context)
    if (session.accountId === undefined || session.accountId === login) return
    session.loginAccount({ accountId: login })
    await session.persist()
  }

  if (message.method !== 'POST') return show(200, false)
  if (form.has('cancel')) return goOn({ error: 'access_denied', error_description: 'The person cancelled the sign-in.' })
  const person = people.find(({ login }) => login === form.get('login'))
  if (person === undefined) return show(400, true)
  await replaceFormer(person.login)
  // Every prompt is answered by the one choice.
  await goOn({ login: { accountId: person.login }, select_account: {}, consent: {} })
}
