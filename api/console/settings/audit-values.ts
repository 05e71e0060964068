import type { Localized } from '#contract/language.ts'
import type { SettingValues } from '#contract/settings.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { localized } from '#rules/text/localized.ts'
import { SOURCE } from '#texts/write.ts'

const byLanguage = (name: string, texts: Localized): Localized =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}${language[0]!.toUpperCase()}${language.slice(1)}`, text]))

/** For a record of the audit log: the settings as flat values. */
export const settingChanges = (before: SettingValues, after: SettingValues) => changesBetween(auditValues(before), auditValues(after))

function auditValues({ welcome, privacy, links, notifications, ...values }: SettingValues): Record<string, unknown> {
  return {
    ...values,
    ...byLanguage('welcome', welcome),
    ...byLanguage('privacy', privacy),
    links: links.map(({ label, url }) => `${localized(label, SOURCE)}: ${url}`),
    notifications: Object.entries(notifications).map(([kind, when]) => `${kind}: ${when}`),
  }
}
