import { t } from '#console/texts.ts'
import type { ConsoleSettings } from '#contract/console/settings.ts'
import type { SettingKey } from '#contract/settings.ts'

/** For a field that the environment may set: then it is off and says so. */
export function fixedBy({ fixed }: ConsoleSettings, key: SettingKey, hint = ''): { hint: string; disabled?: true } {
  const variable = fixed.find((one) => one.key === key)?.variable
  return variable === undefined ? { hint } : { hint: t('settings.fixed', { variable }), disabled: true }
}
