import { useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { importSheet } from '#contract/console/spreadsheet.ts'
import { size } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/online.ts'

/** A place to drop a file on; by keyboard and on a phone it is the browser's own choice of a file. */
export function DropZone({ onFile }: { onFile(file: File): void }) {
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState('')
  const { mostBytes } = importSheet.files
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (!file) return
    const isTooLarge = file.size > mostBytes
    setFault(isTooLarge ? t('exchange.tooLarge', { name: file.name, size: size(file.size), most: size(mostBytes) }) : '')
    if (!isTooLarge) onFile(file)
  }
  return (
    <>
      <label
        class={`exchange-drop${isOver ? ' is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (isOnline.value) take(event.dataTransfer?.files)
        }}
      >
        <Icon name="upload" size={28} />
        <strong>{t('exchange.choose')}</strong>
        <span class="soft">{t('exchange.chooseText', { most: size(mostBytes) })}</span>
        <input
          type="file"
          class="exchange-file"
          accept=".csv,.tsv,.txt,.xlsx,.json"
          disabled={!isOnline.value}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = '' // so that the same file, repaired, can be chosen again
          }}
        />
      </label>
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      {fault && (
        <p class="field-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
