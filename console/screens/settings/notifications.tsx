import { t } from '#console/texts.ts'
import { type When, whens } from '#contract/notification.ts'
import { kindsFor } from '#rules/mail/notification.ts'
import { Select } from '#ui/form/field.tsx'
import type { SectionProps } from './form.ts'

/** What new accounts start with; people change it for themselves. */
export function Notifications({ editing: { form, set } }: SectionProps) {
  const { notifications } = form
  return (
    <section class="card stack">
      <h2>{t('settings.notifications')}</h2>
      <p class="field-hint">{t('settings.notificationsHint')}</p>
      <div class="settings-pair">
        {kindsFor(false).map((kind) => (
          <Select
            key={kind}
            label={t(`settings.notify.${kind}`)}
            value={notifications[kind] ?? 'at-once'}
            onChange={({ currentTarget }) => set({ notifications: { ...notifications, [kind]: currentTarget.value as When } })}
          >
            {whens.map((when) => (
              <option key={when} value={when}>
                {t(`settings.when.${when}`)}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </section>
  )
}
