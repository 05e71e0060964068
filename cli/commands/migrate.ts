import type { Command } from '#cli/usage.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { migrateSafely } from '#run/migrate.ts'
import { openStore } from '#run/store.ts'

export default {
  usage: 'npx projectory migrate',
  async run() {
    const config = readConfig(readEnvironment())
    const store = await openStore(config, quietLog())
    try {
      const applied = await migrateSafely(config, store, quietLog())
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
      return 0
    } finally {
      await store.close()
    }
  },
} satisfies Command
