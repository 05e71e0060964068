import { existsSync, readFileSync } from 'node:fs'

/** An environment variable, or its value in `.env` of the working directory, as in run/config.ts. */
export function setting(name) {
  return (process.env[name] ?? fromFile(name))?.trim() || undefined
}

export const isProduction = () => setting('NODE_ENV') === 'production'

/** util.parseEnv is missing before Node 20.12. */
function fromFile(name) {
  if (!existsSync('.env')) return undefined
  const line = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^#\\r\\n]*))`, 'm')
  const [, ...values] = line.exec(readFileSync('.env', 'utf8')) ?? []
  return values.find((value) => value !== undefined)
}
