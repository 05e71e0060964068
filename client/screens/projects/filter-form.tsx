import { useQuery } from '@tanstack/preact-query'
import { filtersOf, type ProjectSearch } from '#client/search.ts'
import { t } from '#client/texts.ts'
import { choiceKeys, choiceWords } from '#contract/project/choices.ts'
import { findProjects, statuses } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { fieldText } from '#ui/field-texts.ts'
import { Field } from '#ui/form/field.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'

/** What choosing an option would give: it is counted within the other filters, without the options beside it. */
export function useChoices(search: ProjectSearch, isOn = true) {
  const counted = useQuery({
    queryKey: ['choices', JSON.stringify(filtersOf(search))],
    queryFn: ({ signal }) => call(findProjects, { body: { filters: filtersOf(search), pageSize: 1, choices: true }, signal }),
    enabled: isOn,
    placeholderData: (previous) => previous,
  })
  return counted.data
}

type Props = { search: ProjectSearch; counted: ReturnType<typeof useChoices>; onChange(search: ProjectSearch): void }

const toggled = <T,>(list: T[], value: T) => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value])

/** The filters of the list, for the dialog and the column. */
export function FilterForm({ search, counted, onChange }: Props) {
  const tags = useCall(listTags)
  const choices = counted?.choices
  return (
    <>
      <fieldset class="choices">
        <legend>{t('projects.status')}</legend>
        <div class="row">
          {statuses.map((status) => (
            <label class="chip" key={status}>
              <input
                type="checkbox"
                checked={search.status.includes(status)}
                onChange={() => onChange({ ...search, status: toggled(search.status, status as string) })}
              />
              {t(`status.${status}`)}
              <small class="soft">{choices?.status.find((one) => one.status === status)?.count ?? 0}</small>
            </label>
          ))}
        </div>
      </fieldset>
      {choiceKeys.map((key) => (
        <fieldset class="choices" key={key}>
          <legend>{fieldText(key)}</legend>
          <div class="row">
            {choiceWords(key).map((word) => (
              <label class="chip" key={word}>
                <input
                  type="checkbox"
                  checked={search[key].includes(word)}
                  onChange={() => onChange({ ...search, [key]: toggled(search[key], word) })}
                />
                {fieldText(`${key}.${word}`)}
                <small class="soft">{choices?.[key].find((one) => one.word === word)?.count ?? 0}</small>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <fieldset class="choices">
        <legend>{t('projects.tags')}</legend>
        <div class="row">
          {tags.answer?.map(({ id, projectCount, ...tag }) => (
            <label class="chip" key={id}>
              <input
                type="checkbox"
                checked={search.tags.includes(id)}
                onChange={() => onChange({ ...search, tags: toggled(search.tags, id) })}
              />
              {localizedName(tag)}
              <small class="soft">{choices ? (choices.tags.find((one) => one.id === id)?.count ?? 0) : projectCount}</small>
            </label>
          ))}
        </div>
      </fieldset>
      {/* Together with the topics, which would move them. */}
      {!tags.isLoading && (
        <>
          <Interval
            legend={t('projects.enrollment')}
            from={search.enrollmentFrom}
            to={search.enrollmentTo}
            onChange={(enrollmentFrom, enrollmentTo) => onChange({ ...search, enrollmentFrom, enrollmentTo })}
          />
          <Interval
            legend={t('projects.time')}
            from={search.from}
            to={search.to}
            onChange={(from, to) => onChange({ ...search, from, to })}
          />
        </>
      )}
    </>
  )
}

function Interval({ legend, from, to, onChange }: { legend: string; from: string; to: string; onChange(from: string, to: string): void }) {
  return (
    <fieldset class="choices interval">
      <legend>{legend}</legend>
      <Field
        type="date"
        label={t('projects.from')}
        value={from}
        max={to || undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value, to)}
      />
      <Field
        type="date"
        label={t('projects.to')}
        value={to}
        min={from || undefined}
        onInput={({ currentTarget }) => onChange(from, currentTarget.value)}
      />
    </fieldset>
  )
}
