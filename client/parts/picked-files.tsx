import { useId, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { acceptedFiles } from '#contract/result.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { list, size } from '#ui/time/format.ts'
import './files.css'

type Limits = { most: number; mostBytes: number }

type Props = {
  label: string
  files: File[]
  onChange(files: File[]): void
  limits: Limits // of the endpoint
  share?: number | null // upload progress of all files, 0 to 1; null if not uploading
  isDisabled?: boolean
  fault?: string | null
}

// Progress of one file. All files are sent in one body, in order.
function shareOf(files: File[], index: number, share: number): number {
  const bytes = (some: File[]) => some.reduce((sum, file) => sum + file.size, 0)
  const sent = share * bytes(files) - bytes(files.slice(0, index))
  return Math.min(1, Math.max(0, files[index]!.size === 0 ? share : sent / files[index]!.size))
}

/** File input with limits, a list of the chosen files and upload progress. */
export function PickedFiles({ label, files, onChange, limits, share = null, isDisabled, fault }: Props) {
  const id = useId()
  const [refused, setRefused] = useState('')
  const { most, mostBytes } = limits
  const addFiles = (picked: File[]) => {
    const large = picked.filter((file) => file.size > mostBytes)
    const fitting = picked.filter((file) => file.size <= mostBytes)
    const next = most === 1 ? fitting.slice(-1) : [...files, ...fitting]
    const reasons = [
      large.length > 0 ? t('files.tooLarge', { names: list(large.map(({ name }) => name)), size: size(mostBytes) }) : '',
      next.length > most ? t('files.tooMany', { count: most }) : '',
    ]
    setRefused(reasons.filter(Boolean).join(' '))
    onChange(next.slice(0, most))
  }
  const isSending = share !== null
  const isFull = most > 1 && files.length >= most
  const error = fault || refused
  return (
    <div class="field">
      <span class="field-label" id={id}>
        {label}
      </span>
      {files.length > 0 && (
        <ul class="rows" aria-labelledby={id}>
          {files.map((file, index) => (
            <li key={`${file.name} ${index}`} class="file-row">
              <div class="rows-item">
                <Icon name="file" />
                <span>
                  <bdi class="file-name">{file.name}</bdi>
                  <small>{size(file.size)}</small>
                  {isSending && (
                    <progress class="progress" value={shareOf(files, index, share)} aria-label={t('files.sending', { name: file.name })} />
                  )}
                </span>
              </div>
              {!isSending && (
                <IconButton
                  icon="close"
                  name={t('files.remove', { name: file.name })}
                  disabled={isDisabled}
                  onClick={() => {
                    setRefused('')
                    onChange(files.filter((_, at) => at !== index))
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isSending && !isFull && (
        <label class="button button-plain file-pick" aria-disabled={isDisabled || undefined}>
          <Icon name="upload" size={20} />
          <span>{files.length === 0 || most > 1 ? t('files.add', { count: most }) : t('files.other')}</span>
          <input
            type="file"
            accept={acceptedFiles}
            class="visually-hidden"
            multiple={most > 1}
            disabled={isDisabled}
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}-hint${error ? ` ${id}-fault` : ''}`}
            onChange={({ currentTarget }) => {
              addFiles([...(currentTarget.files ?? [])])
              currentTarget.value = '' // the same file can be chosen again after it was removed
            }}
          />
        </label>
      )}
      <p class="field-hint" id={`${id}-hint`}>
        {t('files.limits', { count: most, size: size(mostBytes) })}
      </p>
      <ErrorMessage id={`${id}-fault`} of={error} />
    </div>
  )
}
