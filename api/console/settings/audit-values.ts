import type { SettingValues } from '#contract/settings.ts'

/** The settings as flat values that a record of the audit log can compare. */
export function auditValues({ welcome, privacy, links, notifications, ...values }: SettingValues): Record<string, unknown> {
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
