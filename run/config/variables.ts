/** A variable of the environment as administrators see it: a secret only as set or not. */
export type ConfigVariable = { name: string; isSet: boolean; isSecret: boolean; value: string | null }

// The names of .env.example; a test compares them.
const names = [
  'NODE_ENV',
  'ENV_FILE',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_WAIT',
  'FILES_URL',
  'PROVIDERS',
  'KEY_FILE',
  'BOOTSTRAP_ADMINS',
  'MOBILE_REDIRECT_URI',
  'FIELD_CLIENT',
  'API_URL',
  'AUTH_URL',
  'BACKUP_TO',
  'BACKUP_AT',
  'BACKUP_KEEP',
  'BACKUP_RECIPIENTS',
  'MIGRATION_BACKUP',
  'AUDIT_KEEP_DAYS',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_TO',
  'WORKERS',
  'DRAIN_SECONDS',
  'METRICS_PORT',
  'METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_SDK_DISABLED',
  'TIME_ZONE',
  'LOCALE',
  'COUNTRY',
  'PUBLIC_PEOPLE',
  'DEMO',
  'TRUST_PROXY',
  'CORS_ORIGINS',
  'RATE_LIMITS',
  'LIMITS',
  'LIMITS_URL',
  'STOP_WITH_NPM',
  'LOG_LEVEL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const

// URLs with a password, keys, and who administrators are.
const secrets = new Set<string>([
  'DATABASE_URL',
  'LIMITS_URL',
  'SMTP_URL',
  'BOOTSTRAP_ADMINS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AWS_ACCESS_KEY_ID',
])
const isSecretName = (name: string): boolean => secrets.has(name) || /SECRET|PASSWORD|TOKEN|IDENTITY|_KEY$/.test(name)
const hasUser = (value: string): boolean => /\/\/[^/@]*@/.test(value)
/** The query of a collector may be a key; that of s3://… has none. */
const withoutQuery = (value: string): string => (/^https?:/i.test(value) ? value.replace(/[?#].*$/s, '?…') : value)

export function listVariables(text: (name: string) => string | undefined): ConfigVariable[] {
  return names.map((name) => {
    const value = text(name)
    const isSecret = isSecretName(name) || (value !== undefined && hasUser(value))
    return { name, isSet: value !== undefined, isSecret, value: isSecret || value === undefined ? null : withoutQuery(value) }
  })
}

export const isVariable = (name: string): boolean => (names as readonly string[]).includes(name)

const naming = new RegExp(`\\b(?:${names.join('|')})\\b`)

/** A text for operators that names variables also says in which file they are set, if there is one. */
export function withSettingsFile(text: string, file: string | null): string {
  const isNamed = file !== null && naming.test(text) && !text.includes(file)
  if (!isNamed) return text
  return text.includes('\n') ? `${text}\nSettings are in ${file}.` : `${text.replace(/\.$/, '')}. Settings are in ${file}.`
}

/** The variable that was probably meant: one letter wrong, missing, added or swapped with its neighbour, or other underscores. */
export function variableLike(name: string): string | null {
  const letters = (text: string): string => text.toUpperCase().replaceAll('_', '')
  return names.find((one) => letters(one) === letters(name) || (one.length > 5 && isOneEdit(one, name))) ?? null
}

function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  const isSwapped = restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return isSwapped || restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
}
