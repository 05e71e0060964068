import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { importSheet } from '#contract/console/spreadsheet.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/server/online.ts'
import { size } from '#ui/time/format.ts'

/** Drag and drop for a file; by keyboard and on a phone, the file dialog of the browser. */
export function DropZone({ onFile }: { onFile(file: File): void }) {
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState('')
  const { mostBytes } = importSheet.files
  const choose = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (!file) return
    const isTooLarge = file.size > mostBytes
    setFault(isTooLarge ? t('spreadsheet.tooLarge', { name: file.name, size: size(file.size), most: size(mostBytes) }) : '')
    if (!isTooLarge) onFile(file)
  }
  return (
    <>
      <label
        class={`spreadsheet-drop${isOver ? ' is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (isOnline.value) choose(event.dataTransfer?.files)
        }}
      >
        <Icon name="upload" size={28} />
        <strong>{t('spreadsheet.choose')}</strong>
        <span class="soft">{t('spreadsheet.chooseText', { most: size(mostBytes) })}</span>
        <input
          type="file"
          class="spreadsheet-file"
          accept=".csv,.tsv,.txt,.xlsx,.json"
          disabled={!isOnline.value}
          onChange={(event) => {
            choose(event.currentTarget.files)
            event.currentTarget.value = '' // so that the same file can be chosen again after a fix
          }}
        />
      </label>
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <ErrorMessage of={fault} />
    </>
  )
}
