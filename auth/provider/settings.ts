import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import { defaultPictureHosts, flavourOf } from '#rules/sign-in/claims.ts'

// The configuration of identity providers: the JSON file that PROVIDERS names. docs/sign-in.md documents every key.

const Texts = Type.Array(Type.String({ minLength: 1 }))
const Name = Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' })

const Described = Type.Object(
  {
    name: Name,
    aliases: Type.Optional(Type.Array(Name)),
    kind: Type.Union([Type.Literal('oidc'), Type.Literal('github')]),
    issuer: Type.Optional(Type.String()),
    client: Type.Object(
      { id: Type.String({ minLength: 1 }), secret: Type.Optional(Type.String()), secretFile: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
    scope: Type.Optional(Type.String()),
    prompt: Type.Optional(Type.String()),
    handOff: Type.Optional(Type.Union([Type.Literal('redirect'), Type.Literal('page')])),
    callbackPath: Type.Optional(Type.String({ pattern: '^/[a-z0-9/_-]+$' })),
    allow: Type.Optional(
      Type.Object(
        {
          everyone: Type.Optional(Type.Boolean()),
          domains: Type.Optional(Texts),
          emails: Type.Optional(Texts),
          tenants: Type.Optional(Texts),
          hostedDomains: Type.Optional(Texts),
          githubOrganisations: Type.Optional(Texts),
          groups: Type.Optional(Texts),
        },
        { additionalProperties: false },
      ),
    ),
    trustEmail: Type.Optional(Type.Boolean()),
    authoritativeFor: Type.Optional(Texts),
    groupsClaim: Type.Optional(Type.String()),
    access: Type.Optional(
      Type.Object({ curator: Type.Optional(Texts), administrator: Type.Optional(Texts) }, { additionalProperties: false }),
    ),
    pictureHosts: Type.Optional(Texts),
  },
  { additionalProperties: false }, // a misspelt key would silently change who has access
)
type Described = Static<typeof Described>

export type ProviderSettings = Required<Omit<Described, 'client' | 'access'>> & {
  client: { id: string; secret: string }
  access: Described['access']
  /** The issuer stored with identities. Differs from `issuer` for the development provider, whose URL may change. */
  identityIssuer: string
}

// Reserved paths of the auth backend.
const ownPaths = /^\/(?:logout|openapi|mobile\/(?:exchange|session|handoff|[a-z0-9-]*authenticate))$/

const validate = new Ajv({ allErrors: true, strict: false }).compile(Type.Array(Described, { minItems: 1 }))

export function readProviders(path: string, isProduction: boolean): { providers: ProviderSettings[]; faults: string[] } {
  const faults: string[] = []
  let described: Described[]
  try {
    described = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { providers: [], faults: [`PROVIDERS: ${path} cannot be read: ${(error as Error).message}`] }
  }
  if (!validate(described)) {
    const found = validate.errors!.slice(0, 10).map(({ instancePath, message, params }) => {
      const key = params.additionalProperty === undefined ? '' : ` “${params.additionalProperty}”`
      return `PROVIDERS: ${path}${instancePath ? ` at ${instancePath}` : ''} ${message}${key}`
    })
    return { providers: [], faults: found }
  }
  const names = described.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) faults.push(`PROVIDERS: “${twice}” names two providers`)
  const providers = described.map((one) => complete(one, isProduction, faults))
  const taken = new Set<string>()
  for (const { name, callbackPath } of providers) {
    if (taken.has(callbackPath) || ownPaths.test(callbackPath))
      faults.push(`PROVIDERS: ${name}: the callbackPath “${callbackPath}” is taken`)
    taken.add(callbackPath)
  }
  return { providers, faults }
}

function complete(described: Described, isProduction: boolean, faults: string[]): ProviderSettings {
  const { name, kind } = described
  const issuer = described.issuer ?? (kind === 'github' ? 'https://github.com' : '')
  const fault = whyNotIssuer(issuer, isProduction)
  if (fault) faults.push(`PROVIDERS: ${name}: the issuer ${fault}`)
  return providerSettings({ ...described, issuer, client: { id: described.client.id, secret: secretOf(described, faults) } })
}

type Minimum = Pick<ProviderSettings, 'name' | 'kind' | 'issuer' | 'client'>

export function providerSettings(given: Minimum & Partial<ProviderSettings>): ProviderSettings {
  const { name, kind, issuer, allow = {} } = given
  const needsOrganisations = (allow.githubOrganisations ?? []).length > 0
  const githubScope = `read:user user:email${needsOrganisations ? ' read:org' : ''}`
  return {
    aliases: [],
    scope: kind === 'github' ? githubScope : 'openid profile email',
    prompt: 'select_account',
    handOff: 'redirect',
    callbackPath: `/mobile/${name}callback`,
    trustEmail: false,
    authoritativeFor: [],
    groupsClaim: 'groups',
    access: undefined,
    pictureHosts: defaultPictureHosts,
    identityIssuer: issuer,
    ...given,
    allow,
  }
}

function secretOf({ name, client }: Described, faults: string[]): string {
  if (client.secret && client.secretFile === undefined) return client.secret
  try {
    const read = client.secretFile !== undefined && client.secret === undefined && readFileSync(client.secretFile, 'utf8').trim()
    if (read) return read
  } catch (error) {
    faults.push(`PROVIDERS: ${name}: ${(error as Error).message}`)
    return ''
  }
  faults.push(`PROVIDERS: ${name}: the client needs either “secret” or “secretFile”`)
  return ''
}

function whyNotIssuer(issuer: string, isProduction: boolean): string | null {
  if (!URL.canParse(issuer)) return 'is not a URL'
  const { protocol, hostname, pathname, search, hash, username } = new URL(issuer)
  if (search || hash || username) return 'has more than an address in it'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal && !isProduction)) return 'must be https'
  // A multi-tenant issuer would admit every Microsoft account.
  if (flavourOf('oidc', issuer) === 'entra' && /^\/(?:common|organizations|consumers)\b/i.test(pathname))
    return 'must name your own tenant, not common, organizations or consumers'
  return null
}
