import type { Logger } from 'pino'
import type { Auth } from '#auth/app.ts'
import { createGithubProvider } from '#auth/provider/github.ts'
import { createOidcProvider } from '#auth/provider/oidc.ts'
import type { Fetch } from '#auth/provider/provider.ts'
import { createKeyRing, maintainKeys } from '#auth/token/keys.ts'
import { createKeyFile, readKeyFile } from '#auth/token/secrets.ts'
import type { Language } from '#contract/language.ts'
import type { Sql } from '#database/sql.ts'
import type { RateLimits } from '#http/limits/rate-limits.ts'
import { type AddressShares, resources } from '#http/limits/resources.ts'
import { createWorkQueue } from '#http/limits/work-queue.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'
import { clientsOf, webOriginsOf } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import { createDevProvider, type SharedIdp } from './dev/provider.ts'
import type { Shares } from './workers/process-share.ts'

const RETRIES = { name: 'retries', burst: 120, perMinute: 120 }
const FAILED_TOKENS = { name: 'failed-tokens', burst: 30, perMinute: 30 }

type AuthOptions = {
  authUrl: string
  locale: Language
  now: () => Date
  mounts: MountedHandler[]
  shares?: AddressShares
  share: Pick<Shares, 'signInsAtOnce'>
  idp?: SharedIdp
  rateLimits: RateLimits
  ownOrigin: () => string
  fetch?: Fetch
}

/** What the auth backend needs: keys, identity providers, limits. */
export async function createAuth(
  config: Config,
  sql: Sql,
  log: Logger,
  { authUrl, now, mounts, shares, share, idp, rateLimits, locale, ownOrigin, fetch }: AuthOptions,
): Promise<Auth> {
  const { publicUrl, isProduction, isFieldClientOn } = config
  if (!isProduction) createKeyFile(config.keyFile)
  const secrets = readKeyFile(config.keyFile)
  await maintainKeys(sql, secrets.keySealing, now())
  const keys = createKeyRing(sql, secrets.keySealing, now)
  await keys.signer() // fails at startup if the keys were sealed with another master key
  const providers = (config.providers ?? []).map((one) =>
    one.kind === 'github' ? createGithubProvider(one, fetch) : createOidcProvider(one, log, fetch),
  )
  if (config.providers === null) {
    const { provider, mount } = await createDevProvider({ publicUrl, authUrl, locale, log, ownOrigin, idp })
    providers.push(provider)
    mounts.push(mount)
  }
  await Promise.all(providers.map((provider) => provider.prepare()))
  return {
    url: authUrl,
    home: publicUrl,
    clients: clientsOf(config),
    isFieldClientOn,
    webOrigins: webOriginsOf(config),
    providers,
    bootstrapAdministrators: config.bootstrapAdministrators,
    secrets,
    keys,
    isLocal: !isProduction && publicUrl.startsWith('http:'),
    retries: rateLimits.bucket(RETRIES),
    failedTokens: rateLimits.bucket(FAILED_TOKENS),
    work: createWorkQueue({
      ...resources.signInWork,
      atOnce: share.signInsAtOnce,
      perOwner: shares?.signInWork ?? Number.POSITIVE_INFINITY,
    }),
  }
}
