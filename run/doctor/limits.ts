import { checkRedis } from '#database/limit-store-redis.ts'
import { broken, type Check, ok, reasonOf } from './check.ts'

export const limits: Check = {
  name: 'rate limits',
  async run({ config }) {
    if (config.limits === 'process') return [ok('Each process counts rate limits by itself.')]
    if (config.limitsUrl === null) return [ok('Rate limits are counted in the database.')]
    const { host } = new URL(config.limitsUrl)
    try {
      await checkRedis(config.limitsUrl)
      return [ok(`Rate limits are counted in ${host}, which answers.`)]
    } catch (error) {
      return [
        broken(
          `Rate limits cannot be counted in ${host}: ${reasonOf(error)}.`,
          'Correct LIMITS_URL, or start the server; until then each process counts by itself.',
        ),
      ]
    }
  },
}
