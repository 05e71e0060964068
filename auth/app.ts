import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import type { Bucket } from '#http/limits.ts'
import type { SignInClient } from '#rules/client.ts'
import type { KeyRing } from './keys.ts'
import type { Provider } from './provider.ts'
import type { Secrets } from './secrets.ts'

// What the auth backend has at hand beyond what every part has.
export type AuthApp = App & { auth: Auth }

export type Auth = {
  url: string // where it stands, and the issuer of its tokens
  home: string // where people go when they are done
  contact: string | null
  clients: SignInClient[]
  isFieldClientOn: boolean
  webOrigins: string[]
  providers: Provider[]
  bootstrapAdministrators: string[]
  secrets: Secrets
  keys: KeyRing
  isLocal: boolean // a developer's machine: phones and emulators reach it under other names
  retries: Bucket // repeated refreshes of one session
}

export const handle = handlerFor<AuthApp>()

export const clientById = ({ clients }: Auth, id: string): SignInClient | undefined => clients.find((client) => client.id === id)
