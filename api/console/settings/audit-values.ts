import type { SettingValues } from '#contract/settings.ts'
import { changesBetween } from '#rules/console/audit.ts'

/** For a record of the audit log: the settings as flat values. */
export const settingChanges = (before: SettingValues, after: SettingValues) => changesBetween(auditValues(before), auditValues(after))

function auditValues({ welcome, privacy, links, notifications, ...values }: SettingValues): Record<string, unknown> {
  return {
    ...values,
    welcomeEn: welcome.en,
    welcomeRu: welcome.ru,
    privacyEn: privacy.en,
    privacyRu: privacy.ru,
    links: links.map(({ label, url }) => `${label.en}: ${url}`),
    notifications: Object.entries(notifications).map(([kind, when]) => `${kind}: ${when}`),
  }
}
