import type { Command } from '#cli/usage.ts'
import { migrate } from '#database/migrate.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { openStore, seedIfEmpty } from '#run/store.ts'

export default {
  usage: 'npx projectory seed',
  async run() {
    const config = readConfig(readEnvironment())
    const store = await openStore(config, quietLog())
    try {
      await migrate(store.sql)
      const seeded = await seedIfEmpty(config, store.sql, () => new Date())
      console.log(
        seeded === null
          ? 'The database is in use. Nothing was added.'
          : `Added ${seeded.projects} projects, ${seeded.people} people, ${seeded.teams} teams.`,
      )
      return 0
    } finally {
      await store.close()
    }
  },
} satisfies Command
