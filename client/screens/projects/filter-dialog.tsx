import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { filtersOf, offeredSorts, type ProjectSearch, withoutFilters } from '#client/search.ts'
import { t } from '#client/texts/index.ts'
import { findProjects, statuses } from '#contract/project.ts'
import { listTags } from '#contract/tag.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, Select } from '#ui/field.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { useCall } from '#ui/query.ts'

type Props = { isOpen: boolean; search: ProjectSearch; onClose(): void; onApply(search: ProjectSearch): void }

export function FilterDialog({ isOpen, search, onClose, onApply }: Props) {
  const [draft, setDraft] = useState(search)
  useEffect(() => {
    if (isOpen) setDraft(search)
  }, [isOpen])
  const tags = useCall(listTags, undefined, { isOn: isOpen })
  // What choosing an option would give: it is counted within the other filters, without the options beside it.
  const counted = useQuery({
    queryKey: ['choices', JSON.stringify(draft)],
    queryFn: ({ signal }) => call(findProjects, { body: { filters: filtersOf(draft), pageSize: 1, choices: true }, signal }),
    enabled: isOpen,
    placeholderData: (previous) => previous,
  })
  const choices = counted.data?.choices
  const toggled = <T,>(list: T[], value: T) => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value])
  const apply = (next: ProjectSearch) => {
    onApply(next)
    onClose()
  }
  return (
    <Dialog
      title={t('projects.filter')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button look="plain" onClick={() => apply(withoutFilters(draft))}>
            {t('projects.reset')}
          </Button>
          <Button onClick={() => apply(draft)}>{t('projects.show', { count: counted.data?.total ?? 0 })}</Button>
        </>
      }
    >
      <fieldset class="choices">
        <legend>{t('projects.status')}</legend>
        <div class="row">
          {statuses.map((status) => (
            <label class="chip" key={status}>
              <input
                type="checkbox"
                checked={draft.status.includes(status)}
                onChange={() => setDraft({ ...draft, status: toggled(draft.status, status as string) })}
              />
              {t(`status.${status}`)}
              <small class="soft">{choices?.status.find((one) => one.status === status)?.count ?? 0}</small>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset class="choices">
        <legend>{t('projects.tags')}</legend>
        <div class="row">
          {tags.answer?.map(({ id, projectCount, ...tag }) => (
            <label class="chip" key={id}>
              <input
                type="checkbox"
                checked={draft.tags.includes(id)}
                onChange={() => setDraft({ ...draft, tags: toggled(draft.tags, id) })}
              />
              {localizedName(tag)}
              <small class="soft">{choices ? (choices.tags.find((one) => one.id === id)?.count ?? 0) : projectCount}</small>
            </label>
          ))}
        </div>
      </fieldset>
      <Interval
        legend={t('projects.enrollment')}
        from={draft.enrollmentFrom}
        to={draft.enrollmentTo}
        onChange={(enrollmentFrom, enrollmentTo) => setDraft({ ...draft, enrollmentFrom, enrollmentTo })}
      />
      <Interval legend={t('projects.time')} from={draft.from} to={draft.to} onChange={(from, to) => setDraft({ ...draft, from, to })} />
      <Select
        label={t('projects.sort')}
        value={draft.sort}
        onChange={({ currentTarget }) => setDraft({ ...draft, sort: currentTarget.value as ProjectSearch['sort'] })}
      >
        {offeredSorts.map((sort) => (
          <option value={sort} key={sort}>
            {t(sort === '' ? 'sort.default' : `sort.${sort}`)}
          </option>
        ))}
      </Select>
    </Dialog>
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
