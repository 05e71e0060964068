import { useId, useState } from 'preact/hooks'
import { t } from '#client/texts/index.ts'
import { IconButton } from '#ui/button.tsx'
import { list, size } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import './files.css'

type Limits = { most: number; mostBytes: number }

type Props = {
  label: string
  files: File[]
  onChange(files: File[]): void
  limits: Limits // those of the endpoint they are for
  share?: number | null // how much of everything has been sent, 0 to 1; null while nothing is under way
  isDisabled?: boolean
  fault?: string | null
}

// All of them travel in one piece, one after the other: whoever is first is done first.
function shareOf(files: File[], index: number, share: number): number {
  const bytes = (some: File[]) => some.reduce((sum, file) => sum + file.size, 0)
  const sent = share * bytes(files) - bytes(files.slice(0, index))
  return Math.min(1, Math.max(0, files[index]!.size === 0 ? share : sent / files[index]!.size))
}

/** Files chosen on this device and not yet sent: chosen, checked against the limits, taken out again, and how far they are on their way. */
export function PickedFiles({ label, files, onChange, limits, share = null, isDisabled, fault }: Props) {
  const id = useId()
  const [refused, setRefused] = useState('')
  const { most, mostBytes } = limits
  const take = (picked: File[]) => {
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
  const told = fault || refused
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
                  name={t('files.take', { name: file.name })}
                  disabled={isDisabled}
                  onClick={() => {
                    setRefused('')
                    onChange(files.filter((_, place) => place !== index))
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
            class="only-heard"
            multiple={most > 1}
            disabled={isDisabled}
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}-hint${told ? ` ${id}-fault` : ''}`}
            onChange={({ currentTarget }) => {
              take([...(currentTarget.files ?? [])])
              currentTarget.value = '' // the same file may be chosen again after it was taken out
            }}
          />
        </label>
      )}
      <p class="field-hint" id={`${id}-hint`}>
        {t('files.limits', { count: most, size: size(mostBytes) })}
      </p>
      {told && (
        <p class="field-fault" id={`${id}-fault`} role="alert">
          {told}
        </p>
      )}
    </div>
  )
}
