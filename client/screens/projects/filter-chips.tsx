import type { ProjectSearch } from '#client/search.ts'
import { t } from '#client/texts.ts'
import { choiceKeys, NOT_STATED } from '#contract/project/choices.ts'
import type { ProjectStatus } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { fieldText } from '#ui/field-texts.ts'
import { Icon } from '#ui/icon.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { useCall } from '#ui/server/query.ts'
import { day, days } from '#ui/time/format.ts'

const interval = (from: string, to: string): string =>
  from && to ? days(from, to) : from ? t('card.from', { day: day(from) }) : t('card.until', { day: day(to) })

type Props = { search: ProjectSearch; onChange(search: ProjectSearch): void; onReset(): void }

/** The chosen filters, each with a button that removes it, and one that removes all. */
export function FilterChips({ search, onChange, onReset }: Props) {
  const tags = useCall(listTags, undefined, { isOn: search.tags.length > 0 })
  const { status, from, to, enrollmentFrom, enrollmentTo } = search
  const chips = status.map((one) => ({
    name: t(`status.${one as ProjectStatus}`),
    without: { ...search, status: status.filter((other) => other !== one) },
  }))
  for (const key of choiceKeys)
    for (const word of search[key]) {
      const isAlone = word !== NOT_STATED
      chips.push({
        name: isAlone ? fieldText(`${key}.${word}`) : `${fieldText(key)}: ${fieldText(`${key}.${word}`).toLowerCase()}`,
        without: { ...search, [key]: search[key].filter((other) => other !== word) },
      })
    }
  for (const id of search.tags) {
    const tag = tags.answer?.find((one) => one.id === id)
    if (tag) chips.push({ name: localizedName(tag), without: { ...search, tags: search.tags.filter((other) => other !== id) } })
  }
  if (enrollmentFrom || enrollmentTo)
    chips.push({
      name: t('filters.enrollment', { days: interval(enrollmentFrom, enrollmentTo) }),
      without: { ...search, enrollmentFrom: '', enrollmentTo: '' },
    })
  if (from || to) chips.push({ name: t('filters.time', { days: interval(from, to) }), without: { ...search, from: '', to: '' } })
  if (chips.length === 0) return null
  return (
    <div class="filter-chips">
      <ul class="bare" aria-label={t('filters.chosen')}>
        {chips.map(({ name, without }) => (
          <li key={name}>
            <button type="button" class="chip is-on" aria-label={t('filters.remove', { name })} onClick={() => onChange(without)}>
              {name}
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="link-button" onClick={onReset}>
        {t('projects.reset')}
      </button>
    </div>
  )
}
