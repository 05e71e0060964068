import { inspectConfig } from '#run/config.ts'
import { broken, type Check, note, ok } from './check.ts'

const nameOf = (fault: string): string => fault.split(':', 1)[0]!

export const configuration: Check = {
  name: 'configuration',
  async run({ env, config, faults }) {
    if (faults.length > 0)
      return faults.map((fault) =>
        broken(fault, `Correct ${nameOf(fault)} in the environment or in .env; .env.example lists every variable.`),
      )
    if (config.isProduction) return [ok('The configuration is valid for production.')]
    const demands = inspectConfig({ ...env, NODE_ENV: 'production', DEMO: 'false', RATE_LIMITS: 'on' }).faults.map(nameOf)
    const missing = [...new Set(demands)].join(', ')
    return [ok('The configuration is valid for development.'), ...(missing ? [note(`Production would also need ${missing}.`)] : [])]
  },
}
