import type { Subject } from './subject.ts'

const MASK = '…'
const LEAST = 4 // a shorter secret would hide ordinary words

/** Hides user names and passwords of URLs, and every secret of the configuration wherever a server or a driver repeats it. */
export function createMask({ env, config }: Pick<Subject, 'env' | 'config'>): (text: string) => string {
  const urls = [config.databaseUrl, config.smtpUrl, config.limitsUrl]
    .filter((url) => url !== null && URL.canParse(url))
    .map((url) => new URL(url!))
  const known = [
    ...urls.flatMap(({ password }) => [password, decoded(password)]),
    ...(config.providers ?? []).map(({ client }) => client.secret),
    env.AWS_SECRET_ACCESS_KEY,
    env.AWS_SESSION_TOKEN,
  ]
  const secrets = known.filter((one) => one !== undefined && one.length >= LEAST).toSorted((a, b) => b!.length - a!.length) as string[]
  return (text) => {
    let masked = text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, `$1${MASK}@`)
    for (const secret of secrets) masked = masked.replaceAll(secret, MASK)
    return masked
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
