import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { TextArea } from '#ui/form/field.tsx'
import { Markdown } from '#ui/markdown.tsx'
import type { Editing } from './project-form.ts'

/** Markdown with a preview: side by side in a wide window, as tabs on a phone. */
export function Description({ editing: { form, set, faults } }: { editing: Editing }) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  return (
    <section class="card stack">
      <div class="spread">
        <h2>{t('projects.description')}</h2>
        <div class="row editor-tabs">
          {(['write', 'preview'] as const).map((side) => (
            <button key={side} type="button" class="chip" aria-pressed={view === side} onClick={() => setView(side)}>
              {t(`projects.${side}`)}
            </button>
          ))}
        </div>
      </div>
      <div class="editor-sides" data-view={view}>
        <div class="editor-write">
          <TextArea
            label={t('projects.markdown')}
            hint={t('projects.markdownHint')}
            rows={16}
            value={form.description}
            maxLength={40_000}
            dir="auto"
            fault={faults.description}
            onInput={(event) => set({ description: event.currentTarget.value })}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <section class="editor-preview" aria-label={t('projects.preview')} tabIndex={0}>
          <h3 class="editor-preview-head">{t('projects.preview')}</h3>
          {form.description.trim() === '' ? <p class="soft">{t('projects.previewEmpty')}</p> : <Markdown text={form.description} />}
        </section>
      </div>
    </section>
  )
}
