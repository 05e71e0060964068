import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { LONGEST_NAME } from '#contract/settings.ts'
import { DEFAULT_HUE, hueOf, palettesOf } from '#rules/settings/accent.ts'
import { Field } from '#ui/form/field.tsx'
import type { SectionProps } from './form.ts'
import { LogoPicker } from './logo.tsx'

const presets = [DEFAULT_HUE, 145, 70, 35, 10, 340, 300, 262, 235]

/** The hue of the accent: chosen from samples, with a slider, or taken from a colour of the organisation. */
function Accent({ editing: { form, set, faults } }: Pick<SectionProps, 'editing'>) {
  const [brand, setBrand] = useState('')
  const typed = brand.trim()
  const hue = hueOf(typed)
  const isGrey = hue === null && /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(typed)
  const choose = (accentHue: number) => {
    set({ accentHue })
    setBrand('')
  }
  return (
    <fieldset class="choices stack">
      <legend>{t('settings.accentHue')}</legend>
      <p class="field-hint">{t('settings.accentHint')}</p>
      <div class="row hue-samples">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            class="hue-sample"
            aria-pressed={form.accentHue === preset}
            aria-label={t('settings.hue', { hue: preset })}
            style={{ background: palettesOf(preset).light.accent }}
            onClick={() => choose(preset)}
          />
        ))}
      </div>
      <div class="settings-pair">
        <Field
          class="hue-slider"
          type="range"
          min={0}
          max={359}
          label={t('settings.hueSlider')}
          hint={t('settings.hue', { hue: form.accentHue })}
          value={form.accentHue}
          fault={faults.accentHue}
          onInput={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
        />
        <Field
          label={t('settings.brand')}
          placeholder="#1a5fb4"
          hint={t('settings.brandHint')}
          value={brand}
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          fault={isGrey ? t('settings.brandGrey') : typed.length >= 7 && hue === null ? t('settings.brandWrong') : null}
          onInput={({ currentTarget: { value } }) => {
            setBrand(value)
            const accentHue = hueOf(value)
            if (accentHue !== null) set({ accentHue })
          }}
        />
      </div>
    </fieldset>
  )
}

export function Look({ editing, settings }: SectionProps) {
  const { form, set, faults } = editing
  return (
    <section class="card stack">
      <h2>{t('settings.look')}</h2>
      <Field
        label={t('settings.name')}
        hint={t('settings.nameHint')}
        value={form.name}
        maxLength={LONGEST_NAME}
        required
        dir="auto"
        fault={faults.name}
        onInput={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <LogoPicker settings={settings} />
      <Accent editing={editing} />
    </section>
  )
}
