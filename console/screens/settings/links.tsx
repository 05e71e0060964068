import { t } from '#console/texts.ts'
import { type LegalLink, LONGEST_LABEL, MOST_LEGAL_LINKS } from '#contract/settings.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { allLanguages, languageName } from '#ui/languages.ts'
import type { SectionProps } from './form.ts'

const emptyLabel = Object.fromEntries(allLanguages.map((language) => [language, ''])) as LegalLink['label']

/** Links to the imprint, the terms of use and the like. */
export function Links({ editing: { form, set, faults } }: SectionProps) {
  const { links } = form
  const change = (index: number, link: LegalLink) => set({ links: links.with(index, link) })
  return (
    <section class="card stack">
      <h2>{t('settings.links')}</h2>
      <p class="field-hint">{t('settings.linksHint')}</p>
      <ErrorMessage of={faults.links} />
      {links.map((link, index) => (
        <fieldset class="choices settings-link" key={index}>
          <legend class="visually-hidden">{t('settings.link', { number: index + 1 })}</legend>
          {allLanguages.map((language) => (
            <Field
              key={language}
              label={t('settings.linkLabel', { language: languageName(language) })}
              value={link.label[language]}
              maxLength={LONGEST_LABEL}
              lang={language}
              dir="auto"
              onInput={({ currentTarget }) => change(index, { ...link, label: { ...link.label, [language]: currentTarget.value } })}
            />
          ))}
          <Field
            label={t('settings.linkUrl')}
            value={link.url}
            maxLength={500}
            required
            dir="ltr"
            inputmode="url"
            placeholder="https://"
            autocomplete="off"
            onInput={({ currentTarget }) => change(index, { ...link, url: currentTarget.value })}
          />
          <Button look="plain" icon="remove" onClick={() => set({ links: links.toSpliced(index, 1) })}>
            {t('settings.linkRemove')}
          </Button>
        </fieldset>
      ))}
      {links.length < MOST_LEGAL_LINKS && (
        <div class="row">
          <Button look="soft" icon="plus" onClick={() => set({ links: [...links, { label: emptyLabel, url: '' }] })}>
            {t('settings.linkAdd')}
          </Button>
        </div>
      )}
    </section>
  )
}
