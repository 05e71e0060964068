import { t } from '#console/texts.ts'
import { MOST_UNDO_MINUTES, MOST_WAITING_LIMIT } from '#contract/settings.ts'
import { Field } from '#ui/form/field.tsx'
import type { SectionProps } from './form.ts'

/** Rules of applications that people meet. */
export function Rules({ editing: { form, set, faults } }: SectionProps) {
  return (
    <section class="card stack">
      <h2>{t('settings.rules')}</h2>
      <div class="settings-pair">
        <Field
          type="number"
          inputmode="numeric"
          min={0}
          max={MOST_UNDO_MINUTES}
          required
          label={t('settings.undoMinutes')}
          hint={t(form.undoMinutes === '0' ? 'settings.undoNow' : 'settings.undoHint')}
          value={form.undoMinutes}
          fault={faults.undoMinutes}
          onInput={({ currentTarget }) => set({ undoMinutes: currentTarget.value })}
        />
        <Field
          type="number"
          inputmode="numeric"
          min={1}
          max={MOST_WAITING_LIMIT}
          required
          label={t('settings.mostWaiting')}
          hint={t('settings.mostWaitingHint')}
          value={form.mostWaiting}
          fault={faults.mostWaiting}
          onInput={({ currentTarget }) => set({ mostWaiting: currentTarget.value })}
        />
      </div>
    </section>
  )
}
