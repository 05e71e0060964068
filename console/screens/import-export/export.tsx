import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type SheetFormat, type SheetKind, sheetFormats } from '#contract/console/spreadsheet.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { saveBlob } from '#ui/file/stored-file.ts'
import { download } from '#ui/server/api.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { directoryToday } from '#ui/time/directory-time.ts'

/** All records of a kind, or a template. */
export function ExportForm({ kind, name }: { kind: SheetKind; name: string }) {
  const { act, isBusy } = useAct({ isToast: true, isParallel: true })
  const [pressed, setPressed] = useState('')
  const fetchSheet = (format: SheetFormat, isTemplate: boolean) => {
    setPressed(`${format} ${isTemplate}`)
    void act(
      async () => {
        const query = `format=${format}${format === 'json' ? '' : '&headings=words'}${isTemplate ? '&template=true' : ''}`
        const blob = await download(`${serverConfig.api}/console/export/${kind}?${query}`)
        saveBlob(blob, `${kind}-${isTemplate ? 'template' : directoryToday()}.${format}`)
      },
      { done: t('spreadsheet.exported') },
    )
  }
  const buttons = (isTemplate: boolean) =>
    sheetFormats.map((format) => (
      <Button
        key={format}
        look={isTemplate ? 'plain' : 'soft'}
        icon="download"
        isBusy={isBusy && pressed === `${format} ${isTemplate}`}
        aria-label={t(isTemplate ? 'spreadsheet.templateAs' : 'spreadsheet.exportAs', { kind: name, format: format.toUpperCase() })}
        onClick={() => fetchSheet(format, isTemplate)}
      >
        {format.toUpperCase()}
      </Button>
    ))
  return (
    <section class="card stack spreadsheet-part" aria-labelledby="export">
      <h2 id="export">{t(`spreadsheet.export.${kind}`)}</h2>
      <p class="soft">{t('spreadsheet.exportText')}</p>
      <div class="row">{buttons(false)}</div>
      <h3>{t('spreadsheet.template')}</h3>
      <p class="soft">{t('spreadsheet.templateText')}</p>
      <div class="row">{buttons(true)}</div>
    </section>
  )
}
