import { after, before } from 'node:test'
import type { SettingValues } from '#contract/settings.ts'
import { startService } from '#tests/support/service.ts'
import { clientOf, takeFromTeams, type teamWorld } from './teams.ts'

/** For tests of rounds in a browser: the demo directory, whose people can sign in, with these people in no team. */
export function roundWorld(logins: string[]) {
  const world = { clients: {} } as ReturnType<typeof teamWorld>
  before(async () => {
    world.service = await startService()
    const { sql } = world.service
    world.sql = sql
    await takeFromTeams(sql, ...logins)
    for (const login of [...logins, 'curator']) world.clients[login] = await clientOf(world.service, login)
  })
  after(() => world.service?.close())
  world.set = async (values: Partial<SettingValues>) => {
    await world.sql`update setting set document = document || ${world.sql.json(values as never)}`
    await world.service.app.reloadSettings()
  }
  return world
}
