// Parameters of the authorization request: none from the field client, the full set from all others.

import { clientOfRedirect, type SignInClient } from './client.ts'

export type Start = {
  client: SignInClient
  redirectUri: string
  state: string | null
  codeChallenge: string | null
  nonce: string | null
  prompt: 'login' | 'select_account' | null
  loginHint: string | null
  uiLocales: string | null
}

const required = ['redirect_uri', 'state', 'code_challenge', 'code_challenge_method'] as const
const optional = ['client_id', 'nonce', 'prompt', 'login_hint', 'ui_locales'] as const
const names = [...required, ...optional]
export type StartName = (typeof names)[number]
export type StartRefusal = { refusal: 'start_invalid'; name: StartName } | { refusal: 'field_client_disabled' }

const hint = /^\P{Cc}{0,254}$/u
const shapes: [StartName, RegExp][] = [
  ['state', /^[\x21-\x7e]{8,512}$/],
  ['code_challenge', /^[A-Za-z0-9_-]{43}$/],
  ['code_challenge_method', /^S256$/],
  ['nonce', /^[\x21-\x7e]{16,128}$/],
  // "none" would let any app on the device get a code without interaction.
  ['prompt', /^(?:login|select_account)$/],
  ['login_hint', hint],
  ['ui_locales', hint],
]

const invalid = (name: StartName): StartRefusal => ({ refusal: 'start_invalid', name })

function fieldStart(clients: SignInClient[], isFieldClientOn: boolean): Start | StartRefusal {
  const client = clients.find(({ id }) => id === 'field-mobile')
  const redirectUri = client?.redirectUris[0]
  if (!isFieldClientOn || client === undefined || redirectUri === undefined) return { refusal: 'field_client_disabled' }
  return { client, redirectUri, state: null, codeChallenge: null, nonce: null, prompt: null, loginHint: null, uiLocales: null }
}

export function readStart(query: URLSearchParams, clients: SignInClient[], isFieldClientOn: boolean): Start | StartRefusal {
  const repeated = names.find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined) return invalid(repeated)
  // Any known parameter requires the full set: a start without its challenge must not be taken for the field client's.
  if (!names.some((name) => query.has(name))) return fieldStart(clients, isFieldClientOn)

  const missing = required.find((name) => !query.has(name))
  if (missing !== undefined) return invalid(missing)
  const redirectUri = query.get('redirect_uri') as string
  const client = clientOfRedirect(clients, redirectUri)
  if (client === undefined) return invalid('redirect_uri')
  if (query.has('client_id') && query.get('client_id') !== client.id) return invalid('client_id')
  const misshapen = shapes.find(([name, shape]) => query.has(name) && !shape.test(query.get(name) as string))
  if (misshapen !== undefined) return invalid(misshapen[0])
  return {
    client,
    redirectUri,
    state: query.get('state'),
    codeChallenge: query.get('code_challenge'),
    nonce: query.get('nonce'),
    prompt: query.get('prompt') as Start['prompt'],
    loginHint: query.get('login_hint') || null,
    uiLocales: query.get('ui_locales') || null,
  }
}
