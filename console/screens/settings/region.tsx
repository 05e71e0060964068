import { t } from '#console/texts.ts'
import type { Language } from '#contract/language.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Field, Select } from '#ui/form/field.tsx'
import { allLanguages, languageName } from '#ui/languages.ts'
import { language } from '#ui/settings.ts'
import { fixedBy } from './fixed.ts'
import type { SectionProps } from './form.ts'

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

const timeIn = (timeZone: string): string | null => {
  try {
    return new Intl.DateTimeFormat(language.value, { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date())
  } catch {
    return null
  }
}

export function Region({ editing: { form, set, faults }, settings }: SectionProps) {
  const now = timeIn(form.timeZone)
  const countryNames = new Intl.DisplayNames(language.value, { type: 'region' })
  const countries = settings.countries
    .map((code) => ({ code, name: countryNames.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language.value))
  return (
    <section class="card stack">
      <h2>{t('settings.region')}</h2>
      <div class="settings-pair">
        <fieldset class="choices">
          <legend>{t('settings.languages')}</legend>
          {allLanguages.map((one) => (
            <label class="choice" key={one}>
              <input
                type="checkbox"
                checked={form.languages.includes(one)}
                aria-invalid={faults.languages ? true : undefined}
                aria-describedby={faults.languages ? 'languages-fault' : undefined}
                onChange={({ currentTarget }) =>
                  set({
                    languages: allLanguages.filter((other) => (other === one ? currentTarget.checked : form.languages.includes(other))),
                  })
                }
              />
              <span>{languageName(one)}</span>
            </label>
          ))}
          <ErrorMessage id="languages-fault" of={faults.languages} />
        </fieldset>
        <Select
          label={t('settings.locale')}
          value={form.locale}
          fault={faults.locale}
          {...fixedBy(settings, 'locale', t('settings.localeHint'))}
          onChange={({ currentTarget }) => set({ locale: currentTarget.value as Language })}
        >
          {allLanguages.map((one) => (
            <option key={one} value={one}>
              {languageName(one)}
            </option>
          ))}
        </Select>
        <Field
          label={t('settings.timeZone')}
          list="time-zones"
          value={form.timeZone}
          required
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          fault={faults.timeZone}
          {...fixedBy(settings, 'timeZone', now === null ? t('settings.timeZoneHint') : t('settings.timeZoneNow', { time: now }))}
          onInput={({ currentTarget }) => set({ timeZone: currentTarget.value })}
        />
        <datalist id="time-zones">
          {timeZones.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Select
          label={t('settings.country')}
          value={form.country}
          fault={faults.country}
          {...fixedBy(settings, 'country', t('settings.countryHint'))}
          onChange={({ currentTarget }) => set({ country: currentTarget.value })}
        >
          <option value="">{t('notSet')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </section>
  )
}
