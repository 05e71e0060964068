import { useEffect, useRef } from 'preact/hooks'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { t } from '#console/texts.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import type { ImportState, Mapping } from './state.ts'

/** What each column of the file means. Proposals can be changed; columns can be left out. */
export function ColumnsStep({ state }: { state: ImportState }) {
  const { sheet, mapping, file } = state
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (!sheet || !mapping || !file) return null
  const set = (change: Partial<Mapping>) => state.setMapping({ ...mapping, ...change })
  // A field belongs to one column: the column that had it is ignored from now on.
  const setColumn = (at: number, column: string | null) =>
    set({ columns: mapping.columns.map((one, index) => (index === at ? column : column !== null && one === column ? null : one)) })
  const setFillDown = (at: number, isOn: boolean) =>
    set({ fillDown: isOn ? [...mapping.fillDown, at] : mapping.fillDown.filter((one) => one !== at) })
  const missing = sheet.fields.filter(({ column, isRequired }) => isRequired && !mapping.columns.includes(column))
  const visible = sheet.columns.flatMap((column, at) => (column.head === '' && column.samples.length === 0 ? [] : [{ ...column, at }]))
  const ignored = visible.filter(({ at }) => mapping.columns[at] === null).length
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        {t('importing.columns')} <span dir="auto">{file.name}</span>
      </h3>
      <p class="soft">{t('importing.columnsText')}</p>
      {sheet.top.length > 1 && (
        <label class="import-head-row">
          <span>{t('importing.headRow')}</span>
          <select value={String(sheet.headRow)} onChange={({ currentTarget }) => void state.choose(file, Number(currentTarget.value))}>
            {sheet.top.map(({ row, text }) => (
              <option key={row} value={String(row)}>
                {t('importing.headRowOption', { row, text })}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul class="import-columns">
        {visible.map(({ at, head, samples, by, hasGaps }) => (
          <li key={at} class={mapping.columns[at] === null ? 'is-ignored' : ''}>
            <div class="import-column-source">
              <strong dir="auto">{head || t('importing.noHeading', { number: at + 1 })}</strong>
              <span class="soft" dir="auto">
                {samples.join(' · ') || t('importing.emptyColumn')}
              </span>
            </div>
            <div class="import-column-target">
              <ChoiceField
                label={t('importing.meaning', { head: head || String(at + 1) })}
                any={t('importing.ignore')}
                value={mapping.columns[at] ?? ''}
                options={sheet.fields.map(({ column, label, isRequired }) => ({ value: column, name: isRequired ? `${label} *` : label }))}
                onChoose={(column) => setColumn(at, column === '' ? null : column)}
              />
              {by && mapping.columns[at] === sheet.columns[at]!.column && by !== 'heading' && (
                <span class="soft import-why">{t(`importing.by.${by}`)}</span>
              )}
              {hasGaps && mapping.columns[at] !== null && (
                <label class="import-fill">
                  <input
                    type="checkbox"
                    checked={mapping.fillDown.includes(at)}
                    onChange={({ currentTarget }) => setFillDown(at, currentTarget.checked)}
                  />
                  {t('importing.fillDown')}
                </label>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ErrorMessage of={missing.length > 0 && t('importing.missing', { labels: missing.map(({ label }) => label).join(', ') })} />
      <div class="row">
        <Button icon="check" disabled={missing.length > 0} onClick={() => void state.checkColumns()}>
          {t('importing.check', { count: sheet.rowCount })}
        </Button>
        <Button look="plain" onClick={state.restart}>
          {t('spreadsheet.another')}
        </Button>
        {ignored > 0 && <span class="soft">{t('importing.ignoredCount', { count: ignored })}</span>}
      </div>
    </div>
  )
}
