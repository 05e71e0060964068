import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import ipaddr from 'ipaddr.js'
import { type ProviderSettings, readProviders } from '#auth/provider/settings.ts'
import { readS3Address } from '#files/s3-address.ts'
import type { HttpConfig } from '#http/app.ts'
import { isCountry } from '#rules/person/profile.ts'
import { type FixedSettings, isTimeZone } from '#rules/settings/settings.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { whyNotRedirectUri } from '#rules/sign-in/client.ts'
import { readTracing, type TracingSettings } from '#run/tracing/settings.ts'
import { languages } from '#texts/languages.ts'
import { type BackupConfig, readBackupConfig } from './backup.ts'
import { type ConfigVariable, listVariables } from './variables.ts'

export type Config = HttpConfig & {
  isProduction: boolean
  settingsFile: string | null // where operators change the variables; null: the environment alone
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  databaseWait: number // seconds that a start waits for the database
  filesUrl: string | null // null: files are stored in dataDir
  publicPeople: boolean
  demo: boolean
  providers: ProviderSettings[] | null // null: the development provider
  apiUrl: string | null // of the main API when it runs alone, for the links in emails
  authUrl: string | null // of the auth backend when it runs alone
  mobileRedirectUris: string[] // the first is the default
  isFieldClientOn: boolean
  keyFile: string
  bootstrapAdministrators: string[]
  fixedSettings: FixedSettings // what administrators cannot change in the console, because the environment sets it
  contact: string | null // MAIL_TO
  smtpUrl: string | null // null: the development mailbox
  mailFrom: string
  mailTo: string
  metricsPort: number | null
  metricsHost: string
  auditKeepDays: number // 0: for ever
  tracing: TracingSettings | null // null: traces and logs are not exported
  limits: 'shared' | 'process' // shared: all processes of the directory count together
  limitsUrl: string | null // null: in the database
  workers: number // processes that share the port
  drainSeconds: number // between the first 503 of /readyz and the end of listening
  backups: BackupConfig
  logLevel: string
  variables: ConfigVariable[] // for administrators, without secrets
  unset: string[] // variables without a value that a public directory should set
}

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>
const MOST_WORKERS = 64
const MOST_STANDARD_WORKERS = 8

// Reads the environment once, and reports all faults together before anything starts.
export function readConfig(env: Environment, signsPeopleIn = true): Config {
  const { config, faults } = inspectConfig(env, signsPeopleIn)
  if (faults.length === 0) return config
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
  throw new ConfigError(`The configuration has ${count}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

/** The configuration even if it has faults: for commands that need a part of it. */
export function inspectConfig(env: Environment, signsPeopleIn = true): { config: Config; faults: string[] } {
  const faults: string[] = []
  const text = (name: string): string | undefined => env[name]?.trim() || undefined

  function choice<T extends string>(name: string, allowed: readonly T[], standard: T): T {
    const value = text(name) ?? standard
    if (!allowed.includes(value as T)) faults.push(`${name}: “${value}” is not one of ${allowed.join(', ')}`)
    return value as T
  }

  function url(name: string, protocols: string[], hint: string): string | null {
    const value = text(name)
    if (value === undefined) return null
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) faults.push(`${name}: not a URL of the form ${hint}`)
    return value
  }

  function list(name: string, isGood: (value: string) => boolean, hint: string): string[] {
    const values = (text(name) ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean)
    for (const value of values) if (!isGood(value)) faults.push(`${name}: “${value}” is not ${hint}`)
    return values
  }

  const isProduction = choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const port = Number(text('PORT') ?? 8000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push(`PORT: “${env.PORT}” is not a port (0 to 65535)`)
  const timeZone = text('TIME_ZONE')
  if (timeZone !== undefined && !isTimeZone(timeZone))
    faults.push(`TIME_ZONE: “${timeZone}” is not a time zone (for example Europe/Moscow)`)
  const publicUrl = (url('PUBLIC_URL', ['http:', 'https:'], 'https://projects.example.org') ?? `http://localhost:${port}`).replace(
    /\/+$/,
    '',
  )
  const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value

  const mobileRedirectUris = list('MOBILE_REDIRECT_URI', () => true, '')
  if (mobileRedirectUris.length === 0) mobileRedirectUris.push('projectory://auth/callback')
  for (const uri of mobileRedirectUris) {
    const whyNot = whyNotRedirectUri(uri, true)
    if (whyNot) faults.push(`MOBILE_REDIRECT_URI: the address ${whyNot}: “${uri}”`)
  }
  const listed = text('PROVIDERS') === undefined ? null : readProviders(resolve(text('PROVIDERS')!), isProduction)
  faults.push(...(listed?.faults ?? []))
  const filesUrl = text('FILES_URL') ?? null
  const filesFault = filesUrl === null ? null : readS3Address(filesUrl)
  if (typeof filesFault === 'string') faults.push(`FILES_URL: ${filesFault}`)
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const keyFile = resolve(text('KEY_FILE') ?? join(dataDir, 'keys', 'master.key'))

  const metricsPort = text('METRICS_PORT') === undefined ? null : Number(text('METRICS_PORT'))
  if (metricsPort !== null && !(Number.isInteger(metricsPort) && metricsPort >= 0 && metricsPort <= 65_535))
    faults.push(`METRICS_PORT: “${env.METRICS_PORT}” is not a port (0 to 65535)`)
  const databaseWait = Number(text('DATABASE_WAIT') ?? 60)
  if (!(databaseWait >= 0 && databaseWait <= 86_400)) faults.push(`DATABASE_WAIT: “${env.DATABASE_WAIT}” is not a number of seconds`)
  const drainSeconds = Number(text('DRAIN_SECONDS') ?? (isProduction ? 5 : 0))
  if (!(Number.isInteger(drainSeconds) && drainSeconds >= 0 && drainSeconds <= 60))
    faults.push(`DRAIN_SECONDS: “${env.DRAIN_SECONDS}” is not a number of seconds (0 to 60)`)
  const workers = Number(text('WORKERS') ?? (isProduction ? Math.min(availableParallelism(), MOST_STANDARD_WORKERS) : 1))
  if (!(Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS))
    faults.push(`WORKERS: “${env.WORKERS}” is not a number of processes (1 to ${MOST_WORKERS})`)
  const auditKeepDays = Number(text('AUDIT_KEEP_DAYS') ?? 0)
  if (!(Number.isInteger(auditKeepDays) && (auditKeepDays === 0 || (auditKeepDays >= 30 && auditKeepDays <= 36_500))))
    faults.push(`AUDIT_KEEP_DAYS: “${env.AUDIT_KEEP_DAYS}” is not a number of days (30 to 36500, or 0: for ever)`)
  const limitsUrl = url('LIMITS_URL', ['redis:', 'rediss:'], 'redis://user:password@host:6379')
  if (limitsUrl !== null && text('LIMITS') === 'process') faults.push('LIMITS_URL: has no effect with LIMITS=process; unset one of them')
  // A database of its own may have several processes. An embedded one has this process and its workers only.
  const isShared = limitsUrl !== null || workers > 1 || (isProduction && text('DATABASE_URL') !== undefined)
  const mailbox = (name: string, standard: string): string => {
    const value = text(name) ?? standard
    const address = /^[^<>"\p{C}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value
    if (text(name) !== undefined && readEmail(address) === null)
      faults.push(`${name}: “${value}” is not an address like Projects <projects@example.org>`)
    return value
  }
  const given = text('COUNTRY')
  const country = given !== undefined && isCountry(given) ? given : null
  if (given !== undefined && country === null) faults.push(`COUNTRY: “${given}” is not a country code like GB`)
  const mailHost = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'

  // On a terminal a log line per call would hide the URLs printed at startup; LOG_LEVEL=info enables them.
  const standardLevel = process.stdout.isTTY ? 'warn' : 'info'

  const demo = choice('DEMO', ['true', 'false'], isProduction ? 'false' : 'true') === 'true'
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host/database')
  const backups = readBackupConfig(text, { dataDir, isProduction, isEmbedded: databaseUrl === null, demo }, faults)

  const config: Config = {
    isProduction,
    settingsFile: text('ENV_FILE') ?? null,
    port,
    host: text('HOST') ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    docsUrl: `${publicUrl}/api/docs`,
    dataDir,
    databaseUrl,
    databaseWait,
    filesUrl,
    fixedSettings: {
      ...(timeZone !== undefined && { timeZone }),
      ...(text('LOCALE') !== undefined && { locale: choice('LOCALE', languages, 'en') }),
      ...(country !== null && { country }),
    },
    publicPeople: choice('PUBLIC_PEOPLE', ['true', 'false'], 'false') === 'true',
    demo,
    providers: listed?.providers ?? null,
    apiUrl: url('API_URL', ['http:', 'https:'], 'https://api.example.org')?.replace(/\/+$/, '') ?? null,
    authUrl: url('AUTH_URL', ['http:', 'https:'], 'https://sign-in.example.org')?.replace(/\/+$/, '') ?? null,
    mobileRedirectUris,
    isFieldClientOn: choice('FIELD_CLIENT', ['on', 'off'], 'on') === 'on',
    keyFile,
    bootstrapAdministrators: list(
      'BOOTSTRAP_ADMINS',
      (value) => /^[a-z][a-z0-9-]*:.+$/.test(value),
      'provider:subject, like github:583231',
    ),
    contact: text('MAIL_TO') ?? null,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.org:587'),
    mailFrom: mailbox('MAIL_FROM', `projectory@${mailHost}`), // the name of the directory is added where it has none
    mailTo: mailbox('MAIL_TO', `people@${mailHost}`),
    metricsPort,
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    auditKeepDays,
    tracing: readTracing(text, faults),
    limits: choice('LIMITS', ['shared', 'process'], isShared ? 'shared' : 'process'),
    limitsUrl,
    workers,
    drainSeconds,
    trustProxy: list('TRUST_PROXY', isNetwork, 'an address or network like 10.0.0.0/8'),
    corsOrigins: list('CORS_ORIGINS', isOrigin, 'an origin like https://app.example.org'),
    rateLimits: choice('RATE_LIMITS', ['on', 'campus', 'off'], 'on'),
    backups,
    logLevel: choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], standardLevel),
    variables: listVariables(text),
    unset: ['PUBLIC_URL', 'PROVIDERS', 'DATABASE_URL', 'SMTP_URL'].filter((name) => !text(name)),
  }
  if (isProduction && config.rateLimits === 'off') faults.push('RATE_LIMITS: “off” is for development and benchmarks, not for production')
  if (isProduction && config.demo) faults.push('DEMO: demo data is not allowed in production; unset it')
  if (isProduction && !text('PUBLIC_URL')) faults.push('PUBLIC_URL: production needs the public URL of the directory')
  if (isProduction)
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'])
      if (!text(name)) faults.push(`${name}: production sends mail and needs ${name === 'SMTP_URL' ? 'a mail server' : 'this address'}`)
  if (isProduction && signsPeopleIn && listed === null)
    faults.push('PROVIDERS: production needs an identity provider; the development provider needs no password (docs/sign-in.md)')
  if (isProduction && signsPeopleIn && (text('KEY_FILE') === undefined || !existsSync(keyFile)))
    faults.push('KEY_FILE: production needs a key of its own: npx projectory keys create <file>, then set KEY_FILE to that file')
  return { config, faults }
}

const isNetwork = (value: string): boolean => {
  const [address = '', bits] = value.split('/')
  if (!ipaddr.isValid(address)) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128))
}

/**
 * Variables of the environment take precedence over those of the file: ENV_FILE, or .env in the folder. The result has ENV_FILE if there is such a
 * file, so that remedies name it.
 */
export function readEnvironment(folder = process.cwd()): Environment {
  const file = resolve(folder, process.env.ENV_FILE?.trim() || '.env')
  const settings = readSettings(file)
  if (settings === null) return { ...process.env }
  // The S3 client reads its variables from the environment of the process.
  for (const [name, value] of Object.entries(settings)) if (name.startsWith('AWS_')) process.env[name] ??= value
  return { ...settings, ...process.env, ENV_FILE: file }
}

function readSettings(file: string): Environment | null {
  if (!existsSync(file)) return null
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    // systemd has read the file of its service as root.
    if ((error as NodeJS.ErrnoException).code === 'EACCES' && process.env.INVOCATION_ID) return {}
    throw error
  }
}
