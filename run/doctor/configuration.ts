import { type Config, inspectConfig } from '#run/config/config.ts'
import { isVariable, variableLike } from '#run/config/variables.ts'
import { broken, type Check, type Finding, note, ok, warning } from './check.ts'

const nameOf = (fault: string): string => fault.split(':', 1)[0]!

export const configuration: Check = {
  name: 'configuration',
  async run({ env, config, faults }) {
    const where = config.settingsFile === null ? 'the environment' : `${config.settingsFile}, or in the environment, which takes precedence`
    const misspelt = misspeltVariables(env, where)
    if (faults.length > 0)
      return [
        ...faults.map((fault) => broken(fault, `Correct ${nameOf(fault)} in ${where}; .env.example lists every variable.`)),
        ...misspelt,
      ]
    if (config.isProduction) {
      const address = addressFaults(config)
      return [...(address.length > 0 ? address : [ok('The configuration is valid for production.')]), ...misspelt]
    }
    const demands = inspectConfig({ ...env, NODE_ENV: 'production', DEMO: 'false', RATE_LIMITS: 'on' }).faults.map(nameOf)
    const missing = [...new Set(demands)].join(', ')
    return [
      ok('The configuration is valid for development.'),
      ...misspelt,
      ...(missing ? [note(`Production would also need ${missing}.`)] : []),
    ]
  },
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Browsers keep the cookie of a session only on https, and every address of the service is below the origin. */
function addressFaults({ publicUrl }: Config): Finding[] {
  const { protocol, hostname, pathname } = new URL(publicUrl)
  const found: Finding[] = []
  if (protocol === 'http:' && !isLoopback(hostname))
    found.push(
      broken(
        'PUBLIC_URL is not encrypted: passwords and sessions can be read on the way, and browsers refuse to install the app.',
        'Put a proxy with TLS in front of the service (docs/operations.md), and set PUBLIC_URL to its https address.',
      ),
    )
  if (pathname !== '/')
    found.push(broken(`PUBLIC_URL has a path (${pathname}).`, 'Give the directory a host name of its own; it is not served below a path.'))
  return found
}

const misspeltVariables = (env: Record<string, string | undefined>, where: string): Finding[] =>
  Object.keys(env).flatMap((name) => {
    const meant = isVariable(name) ? null : variableLike(name)
    return meant === null
      ? []
      : [warning(`${name} is not a variable of the service; it looks like ${meant}.`, `Rename it to ${meant} in ${where}, or remove it.`)]
  })
