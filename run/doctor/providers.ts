import type { ProviderSettings } from '#auth/provider/settings.ts'
import { broken, type Check, type Finding, note, ok, reasonOf } from './check.ts'
import type { Subject } from './subject.ts'

export const discoveryUrlOf = ({ kind, issuer }: ProviderSettings): string =>
  kind === 'github' ? issuer : `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`

export const providers: Check = {
  name: 'providers',
  async run(subject) {
    if (subject.config.providers === null)
      return [note('The development provider signs people in without a password.', 'Production needs PROVIDERS (docs/sign-in.md).')]
    return Promise.all(subject.config.providers.map((one) => check(one, subject)))
  },
}

async function check(provider: ProviderSettings, subject: Subject): Promise<Finding> {
  const { name, kind } = provider
  try {
    if (kind === 'github') await assertReachable(provider, subject)
    else await assertDiscovery(provider, subject)
    return ok(`The identity provider ${name} answers${kind === 'github' ? '' : '; its discovery document and its keys are right'}.`)
  } catch (error) {
    return broken(
      `Nobody can sign in with ${name}: ${reasonOf(error)}.`,
      `Check the issuer of ${name} in PROVIDERS, and that this machine may connect to it.`,
    )
  }
}

async function assertReachable(provider: ProviderSettings, { fetch }: Subject): Promise<void> {
  const { status } = await fetch(discoveryUrlOf(provider))
  if (status >= 500) throw new Error(`${provider.issuer} answered ${status}`)
}

async function assertDiscovery(provider: ProviderSettings, subject: Subject): Promise<void> {
  const url = discoveryUrlOf(provider)
  const document = await readJson(url, subject)
  if (document.issuer !== provider.issuer) throw new Error(`${url} is that of the issuer ${JSON.stringify(document.issuer)}`)
  for (const member of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'])
    if (typeof document[member] !== 'string' || !URL.canParse(document[member])) throw new Error(`${url} has no ${member}`)
  const { keys } = await readJson(document.jwks_uri as string, subject)
  if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${document.jwks_uri} has no keys`)
}

async function readJson(url: string, { fetch }: Subject): Promise<Record<string, unknown>> {
  const { status, text } = await fetch(url).catch((error) => {
    throw new Error(`${url} cannot be reached: ${reasonOf(error)}`)
  })
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${url} is not JSON`)
  }
}
