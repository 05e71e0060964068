import { t } from '#console/texts.ts'
import { type Palette, palettesOf } from '#rules/settings/accent.ts'
import { Logo } from '#ui/logo.tsx'
import type { SectionProps } from './form.ts'

const styleOf = (palette: Palette) => Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--preview-${name}`, value]))

/** Name, logo and colour in both themes, before they are saved. */
export function Preview({ editing: { form }, settings }: SectionProps) {
  const palettes = palettesOf(form.accentHue)
  return (
    <section class="card stack" aria-label={t('settings.preview')}>
      <h2>{t('settings.preview')}</h2>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} class="look-preview" style={styleOf(palettes[theme])}>
          <p class="look-preview-name" dir="auto">
            {settings.logo && <Logo logo={settings.logo} height={24} />}
            <span>{form.name.trim() || t('settings.name')}</span>
          </p>
          <div class="look-preview-card">
            <strong>{t('settings.preview.project')}</strong>
            <span class="look-preview-soft">{t(`theme.${theme}`)}</span>
            <span class="look-preview-chip">{t('status.open')}</span>
            <span class="look-preview-link">{t('settings.preview.link')}</span>
            <span class="look-preview-button">{t('settings.preview.button')}</span>
          </div>
        </div>
      ))}
    </section>
  )
}
