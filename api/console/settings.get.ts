import { handle } from '#api/app.ts'
import { getConsoleSettings } from '#contract/console/settings.ts'
import { findSettings } from '#store/setting.ts'
import { settingsView } from './settings/settings-view.ts'

export default handle(getConsoleSettings, async ({ app }) => settingsView(await findSettings(app.sql), app))
