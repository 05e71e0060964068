import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { exportAudit } from '#contract/console/audit.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { saveBlob } from '#ui/file/stored-file.ts'
import { download } from '#ui/server/api.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { directoryToday } from '#ui/time/directory-time.ts'

const formats = ['csv', 'xlsx', 'json'] as const

/** From the type of the response. */
const extensionOf = ({ type }: Blob): string => (type.includes('csv') ? 'csv' : type.includes('json') ? 'json' : 'xlsx')

/** Exports the filtered log, all pages of it. */
export function ExportButtons({ filters }: { filters: Record<string, string> }) {
  const { act, isBusy } = useAct({ isToast: true, isParallel: true })
  const [chosen, setChosen] = useState('')
  const save = (format: string) => {
    setChosen(format)
    const work = async () => {
      const blob = await download(`${serverConfig.api}${exportAudit.path}?${new URLSearchParams({ ...filters, format })}`)
      const name = `audit-${directoryToday()}.${extensionOf(blob)}`
      saveBlob(blob, name)
      return name
    }
    return act(work, { done: (name) => t('audit.exported', { name }) })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, no fields
    <div class="row" role="group" aria-label={t('audit.export')}>
      {formats.map((format) => (
        <Button
          key={format}
          look="plain"
          icon="download"
          isBusy={isBusy && chosen === format}
          aria-label={t('audit.exportAs', { format: format.toUpperCase() })}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
