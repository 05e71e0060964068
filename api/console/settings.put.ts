import { moveWindowDays } from '#actions/round/windows.ts'
import { handle } from '#api/app.ts'
import { ConsoleSettings, updateSettings } from '#contract/console/settings.ts'
import { Refusal, refuseIfFaulty } from '#http/response/problem.ts'
import { readSettings } from '#rules/settings/input.ts'
import { documentOf, fixedKeys, isTimeZoneChosen, variables } from '#rules/settings/settings.ts'
import { isKnownTimeZone, lockSettings, updateSettings as storeSettings } from '#store/setting.ts'
import { settingChanges } from './settings/audit-values.ts'
import { settingsView, valuesOf } from './settings/settings-view.ts'

export default handle(updateSettings, async ({ app, body, change, record, refuseIfChanged }) => {
  const { fixedSettings } = app.config
  const answer = await change(async (sql) => {
    const stored = await lockSettings(sql)
    refuseIfChanged(ConsoleSettings, settingsView(stored, app))
    const fixed = fixedKeys(body, fixedSettings)
    if (fixed.length > 0) throw new Refusal('setting_fixed', { variables: fixed.map((key) => variables[key]).join(', ') })
    const before = valuesOf(stored, app)
    const { values, faults } = readSettings(body, before)
    const { timeZone = before.timeZone } = values
    if (faults.length === 0 && timeZone !== before.timeZone && !(await isKnownTimeZone(sql, timeZone)))
      faults.push({ path: 'timeZone', code: 'not_a_time_zone', params: { value: timeZone } })
    refuseIfFaulty(faults)
    const changes = settingChanges(before, { ...before, ...values })
    // The default becomes a choice.
    if (values.timeZone !== undefined && !isTimeZoneChosen(stored, fixedSettings)) changes.timeZone ??= [null, values.timeZone]
    if (Object.keys(changes).length === 0) return settingsView(stored, app)
    // Without the values of the environment: they would stay when a variable is removed.
    for (const key of Object.keys(fixedSettings)) delete values[key as keyof typeof values]
    const document = documentOf({ ...stored?.document, ...values })
    await storeSettings(sql, document)
    if (timeZone !== before.timeZone) await moveWindowDays(sql, timeZone, app.now())
    record('settings', changes)
    return settingsView({ document, logo: stored?.logo ?? null }, app)
  })
  await app.reloadSettings()
  return answer
})
