import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { nameKey } from '#rules/project/project.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Icon } from '#ui/icon.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { useCall } from '#ui/server/query.ts'
import type { Editing } from './project-form.ts'

const MAX_SUGGESTIONS = 14 // without a search text

/** Chosen tags, then the most used or the found ones. */
export function Tags({ editing: { form, set, faults } }: { editing: Editing }) {
  const [text, setText] = useState('')
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  const chosen = new Set(form.tags)
  const searchKey = nameKey(text.trim())
  const others = tags.filter(
    ({ id, name, nameRu }) => !chosen.has(id) && [name, nameRu ?? ''].some((each) => nameKey(each).includes(searchKey)),
  )
  const suggestions = searchKey ? others : others.toSorted((a, b) => b.projectCount - a.projectCount).slice(0, MAX_SUGGESTIONS)
  const toggle = (id: number) => set({ tags: chosen.has(id) ? form.tags.filter((tag) => tag !== id) : [...form.tags, id] })
  return (
    <section class="card stack">
      <h2>{t('projects.tags')}</h2>
      <ErrorMessage of={faults.tags} />
      <ul class="bare row" aria-label={t('projects.tagsChosen')}>
        {tags
          .filter(({ id }) => chosen.has(id))
          .map((tag) => (
            <li key={tag.id}>
              <button type="button" class="chip" aria-pressed="true" onClick={() => toggle(tag.id)}>
                <bdi>{localizedName(tag)}</bdi> <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        {form.tags.length === 0 && <li class="soft">{t('projects.tagsNone')}</li>}
      </ul>
      <input
        class="search"
        type="search"
        aria-label={t('projects.tagsSearch')}
        placeholder={t('projects.tagsSearch')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (searchKey && suggestions[0]) {
            toggle(suggestions[0].id)
            setText('')
          }
        }}
      />
      <ul class="bare row" aria-label={t('projects.tagsOthers')}>
        {suggestions.map((tag) => (
          <li key={tag.id}>
            <button type="button" class="chip" aria-pressed="false" onClick={() => toggle(tag.id)}>
              <bdi>{localizedName(tag)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {searchKey && suggestions.length === 0 && (
        <p class="soft" role="status">
          {t('projects.tagsNothing')}
        </p>
      )}
    </section>
  )
}
