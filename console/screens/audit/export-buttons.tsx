import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { exportAudit } from '#contract/console/audit.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { download } from '#ui/server/api.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { reasonOf } from '#ui/states.tsx'
import { directoryToday } from '#ui/time/directory-time.ts'

const formats = ['csv', 'xlsx', 'json'] as const

/** From the type of the response. */
const extensionOf = ({ type }: Blob): string => (type.includes('csv') ? 'csv' : type.includes('json') ? 'json' : 'xlsx')

function saveFile(bytes: Blob): string {
  const name = `audit-${directoryToday()}.${extensionOf(bytes)}`
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return name
}

/** Exports the filtered log, all pages of it. */
export function ExportButtons({ filters }: { filters: Record<string, string> }) {
  const [busy, setBusy] = useState('')
  const save = async (format: string) => {
    setBusy(format)
    try {
      const query = new URLSearchParams({ ...filters, format })
      tell(t('audit.exported', { name: saveFile(await download(`${serverConfig.api}${exportAudit.path}?${query}`)) }))
    } catch (error) {
      tell(reasonOf(error).detail, undefined, 10_000)
    }
    setBusy('')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, no fields
    <div class="row" role="group" aria-label={t('audit.export')}>
      {formats.map((format) => (
        <Button
          key={format}
          look="plain"
          icon="download"
          isBusy={busy === format}
          aria-label={t('audit.exportAs', { format: format.toUpperCase() })}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
