import { useQueryParams } from '#console/parts/query-params.ts'
import { t } from '#console/texts.ts'
import { type SheetKind, sheetKinds } from '#contract/console/spreadsheet.ts'
import { getUser } from '#contract/profile.ts'
import { useCall } from '#ui/server/query.ts'
import { Title } from '#ui/title.tsx'
import { WaitingEmails } from './import-export/emails.tsx'
import { ExportForm } from './import-export/export.tsx'
import { ImportForm } from './import-export/import.tsx'
import './import-export/import-export.css'

export function ImportExport() {
  const { values, set } = useQueryParams(['kind'])
  const { answer: user } = useCall(getUser, undefined, { isPrivate: true })
  const kinds = sheetKinds.filter((kind) => kind !== 'person' || user?.access === 'administrator') // people are for administrators
  const kind = kinds.find((one) => one === values.kind) ?? 'project'
  return (
    <>
      <Title>{t('spreadsheet.title')}</Title>
      <p class="soft spreadsheet-lead">{t('spreadsheet.lead')}</p>
      <fieldset class="spreadsheet-kinds">
        <legend>{t('spreadsheet.kind')}</legend>
        {kinds.map((one) => (
          <label class="chip" key={one}>
            <input type="radio" name="kind" value={one} checked={one === kind} onChange={() => set({ kind: one })} />
            {nameOf(one)}
          </label>
        ))}
      </fieldset>
      <ImportForm key={kind} kind={kind} />
      <WaitingEmails />
      <ExportForm kind={kind} name={nameOf(kind)} />
    </>
  )
}

const nameOf = (kind: SheetKind): string => t(`spreadsheet.kind.${kind}`)
