import { existsSync, readFileSync } from 'node:fs'

/** An environment variable, or its value in ENV_FILE or `.env` of the working directory, as in run/config/config.ts. */
export function setting(name) {
  return (process.env[name] ?? fromFile(name))?.trim() || undefined
}

export const isProduction = () => setting('NODE_ENV') === 'production'

/** util.parseEnv is missing before Node 20.12. */
function fromFile(name) {
  const file = process.env.ENV_FILE?.trim() || '.env'
  if (!existsSync(file)) return undefined
  const line = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^#\\r\\n]*))`, 'm')
  const [, ...values] = line.exec(textOf(file)) ?? []
  return values.find((value) => value !== undefined)
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'EACCES' && process.env.INVOCATION_ID) return '' // systemd has read it as root
    throw error
  }
}
