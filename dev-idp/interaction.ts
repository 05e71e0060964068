import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InteractionResults, Provider } from 'oidc-provider'
import { readForm } from './form.ts'
import { endPage, peoplePage, sendPage } from './page.ts'
import { type DevPerson, whoIs } from './people.ts'
import { type Locale, localeOf } from './text.ts'

type Setup = { provider: Provider; people: DevPerson[]; locale: Locale }

/** The account chooser of one authorization call: renders it (GET) and handles the choice (POST). */
export async function answerInteraction(setup: Setup, uid: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, people } = setup
  const locale = localeOf(message.headers['accept-language'], setup.locale)
  const form = await readForm(message)
  const context = provider.createContext(message, response)
  const isOwner = context.cookies.get(provider.cookieName('interaction')) === uid
  const interaction = isOwner ? await provider.Interaction.find(uid) : undefined
  if (interaction === undefined) return sendPage(response, 400, endPage({ stage: 'provider', locale, ending: 'over' }))

  const show = (status: number, isUnknown: boolean): void => {
    const choices = people.map(({ login, name }) => ({ login, name, who: whoIs(login, locale) }))
    sendPage(response, status, peoplePage({ stage: 'provider', locale, action: message.url!, people: choices, isUnknown }))
  }

  async function resume(result: InteractionResults): Promise<void> {
    interaction!.result = result
    await interaction!.persist()
    // Relative redirect: the browser may use another host name than the configured one.
    const { pathname } = new URL(interaction!.returnTo)
    response.writeHead(303, { Location: pathname, 'Cache-Control': 'no-store', 'Content-Length': '0' })
    response.end()
  }

  // By default the library signs the previous user out with a page that needs JavaScript; instead the session switches to the new account.
  async function switchAccount(login: string): Promise<void> {
    const session = await provider.Session.get(context)
    if (session.accountId === undefined || session.accountId === login) return
    session.loginAccount({ accountId: login })
    await session.persist()
  }

  if (message.method !== 'POST') return show(200, false)
  if (form.has('cancel')) return resume({ error: 'access_denied', error_description: 'The person cancelled the sign-in.' })
  const person = people.find(({ login }) => login === form.get('login'))
  if (person === undefined) return show(400, true)
  await switchAccount(person.login)
  // One choice answers every prompt.
  await resume({ login: { accountId: person.login }, select_account: {}, consent: {} })
}
