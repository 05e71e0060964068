import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import type { Bucket } from '#http/limits/bucket.ts'
import type { WorkQueue } from '#http/limits/work-queue.ts'
import type { SignInClient } from '#rules/sign-in/client.ts'
import type { Provider } from './provider/provider.ts'
import type { KeyRing } from './token/keys.ts'
import type { Secrets } from './token/secrets.ts'

// The App of the auth backend.
export type AuthApp = App & { auth: Auth }

export type Auth = {
  url: string // base URL, and the issuer of its tokens
  home: string // target of links out of the sign-in pages
  clients: SignInClient[]
  isFieldClientOn: boolean
  webOrigins: string[]
  providers: Provider[]
  bootstrapAdministrators: string[]
  secrets: Secrets
  keys: KeyRing
  isLocal: boolean // development: phones and emulators use other host names
  retries: Bucket // rate limit for repeated refreshes of one session
  failedTokens: Bucket // rate limit for refused codes and sessions, each by itself
  work: WorkQueue // redeems codes and refresh tokens, in turn by address
}

export const handle = handlerFor<AuthApp>()

export const clientById = ({ clients }: Auth, id: string): SignInClient | undefined => clients.find((client) => client.id === id)
