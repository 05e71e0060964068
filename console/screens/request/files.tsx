import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { File } from '#contract/project.ts'
import { DownloadButton, FileContent } from '#ui/file/file-preview.tsx'
import { describe } from '#ui/file/stored-file.ts'
import { Icon } from '#ui/icon.tsx'

/** The files of an application with a preview of one. */
export function Files({ files }: { files: File[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const open = files.find(({ id }) => id === chosen) ?? files[0]
  if (!open) return <p class="soft">{t('requests.noFiles')}</p>
  return (
    <div class="card stack">
      <div class="row">
        {files.map((file) => (
          <button key={file.id} type="button" class="chip" aria-pressed={file.id === open.id} onClick={() => setChosen(file.id)}>
            <Icon name="file" size={18} />
            <bdi class="file-name">{file.name}</bdi>
          </button>
        ))}
      </div>
      <div class="spread">
        <span class="soft">{describe(open)}</span>
        <DownloadButton file={open} />
      </div>
      <FileContent key={`${open.id} ${open.version}`} file={open} isAutomatic={chosen === null} />
    </div>
  )
}
