import { useEffect, useRef } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { Button } from '#ui/button.tsx'
import { list } from '#ui/time/format.ts'

type Props<K extends string> = {
  editing: { changedByOthers: K[]; stops: number; takeTheirs(): void; keepMine(): void }
  nameOf(key: K): string
}

/** Somebody else saved while the form has unsaved changes: the user decides which of the two stays. */
export function EditConflict<K extends string>({ editing, nameOf }: Props<K>) {
  const { changedByOthers, stops, takeTheirs, keepMine } = editing
  const box = useRef<HTMLDivElement>(null)
  const isOpen = changedByOthers.length > 0
  // Takes the focus only when saving was stopped, so that typing is not interrupted.
  useEffect(() => {
    if (isOpen && stops > 0) box.current?.focus()
  }, [isOpen, stops])
  if (!isOpen) return null
  // The pressed button disappears: the focus moves to the first field.
  const decide = (apply: () => void) => () => {
    const around = box.current?.closest('form, dialog')
    apply()
    around?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <div class="edit-conflict" role="alert" tabIndex={-1} ref={box}>
      <p>
        <strong>{t('conflict')}</strong> {t('conflict.what', { what: list(changedByOthers.map(nameOf)) })}
      </p>
      <div class="row">
        <Button look="plain" onClick={decide(takeTheirs)}>
          {t('conflict.theirs')}
        </Button>
        <Button look="soft" onClick={decide(keepMine)}>
          {t('conflict.mine')}
        </Button>
      </div>
    </div>
  )
}
