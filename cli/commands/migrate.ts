import type { Command } from '#cli/usage.ts'
import { readConfig, readEnvironment } from '#run/config.ts'
import { quietLog } from '#run/log.ts'
import { openStore } from '#run/store.ts'
import { migrate } from '#store/migrate.ts'

export default {
  summary: 'Applies database migrations. npm start does this automatically.',
  usage: 'npx projectory migrate',
  async run() {
    const store = await openStore(readConfig(readEnvironment()), quietLog())
    try {
      const applied = await migrate(store.sql)
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
      return 0
    } finally {
      await store.close()
    }
  },
} satisfies Command
