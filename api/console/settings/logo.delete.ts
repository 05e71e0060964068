import { handle } from '#api/app.ts'
import { ConsoleSettings, deleteLogo } from '#contract/console/settings.ts'
import { lockSettings, replaceLogo } from '#store/setting.ts'
import { settingsView } from './settings-view.ts'

export default handle(deleteLogo, async ({ app, change, record, refuseIfChanged }) => {
  const answer = await change(async (sql) => {
    const stored = await lockSettings(sql)
    refuseIfChanged(ConsoleSettings, settingsView(stored, app))
    if (stored?.logo) {
      await replaceLogo(sql, null, app.now())
      record('settings')
    }
    return settingsView({ document: stored?.document ?? {}, logo: null }, app)
  })
  await app.reloadSettings()
  return answer
})
