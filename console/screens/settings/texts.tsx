import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { LONGEST_PRIVACY, LONGEST_WELCOME } from '#contract/settings.ts'
import { Field, TextArea } from '#ui/form/field.tsx'
import { allLanguages, languageName } from '#ui/languages.ts'
import { Markdown } from '#ui/markdown.tsx'
import type { Editing, SectionProps } from './form.ts'

type TextKey = 'welcome' | 'privacy'

/** A Markdown text in each language, written or previewed. */
function LocalizedText({
  editing: { form, set, faults },
  name,
  most,
  rows,
}: {
  editing: Editing
  name: TextKey
  most: number
  rows: number
}) {
  const [isPreview, setIsPreview] = useState(false)
  return (
    <fieldset class="choices stack">
      <legend>{t(`settings.${name}`)}</legend>
      <p class="field-hint">{t(`settings.${name}Hint`)}</p>
      <div class="row">
        {(['write', 'preview'] as const).map((side) => (
          <button
            key={side}
            type="button"
            class="chip"
            aria-pressed={isPreview === (side === 'preview')}
            onClick={() => setIsPreview(side === 'preview')}
          >
            {t(`projects.${side}`)}
          </button>
        ))}
      </div>
      <div class="settings-pair">
        {allLanguages.map((language) =>
          isPreview ? (
            <div key={language} class="settings-text prose" lang={language}>
              {(form[name][language] ?? '').trim() === '' ? (
                <p class="soft">{t('projects.previewEmpty')}</p>
              ) : (
                <Markdown text={form[name][language] ?? ''} />
              )}
            </div>
          ) : (
            <TextArea
              key={language}
              label={languageName(language)}
              lang={language}
              rows={rows}
              maxLength={most}
              value={form[name][language]}
              dir="auto"
              fault={faults[name]}
              onInput={({ currentTarget }) => set({ [name]: { ...form[name], [language]: currentTarget.value } })}
            />
          ),
        )}
      </div>
    </fieldset>
  )
}

export function Texts({ editing, settings }: SectionProps) {
  const { form, set, faults } = editing
  return (
    <section class="card stack">
      <h2>{t('settings.texts')}</h2>
      <Field
        type="email"
        label={t('settings.contact')}
        placeholder={settings.formRecipient}
        hint={t('settings.contactHint', { address: settings.formRecipient })}
        value={form.contact}
        maxLength={254}
        dir="ltr"
        autocomplete="off"
        fault={faults.contact}
        onInput={({ currentTarget }) => set({ contact: currentTarget.value })}
      />
      <LocalizedText editing={editing} name="welcome" most={LONGEST_WELCOME} rows={4} />
      <LocalizedText editing={editing} name="privacy" most={LONGEST_PRIVACY} rows={8} />
    </section>
  )
}
