import { useEffect, useRef } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { Button } from '#ui/button.tsx'
import { list } from '#ui/format.ts'

type Props<K extends string> = {
  editing: { meanwhile: K[]; stops: number; takeTheirs(): void; keepMine(): void }
  nameOf(key: K): string
}

/** Somebody else saved while something was typed here: neither is thrown away without a word. */
export function EditConflict<K extends string>({ editing, nameOf }: Props<K>) {
  const { meanwhile, stops, takeTheirs, keepMine } = editing
  const box = useRef<HTMLDivElement>(null)
  const isShown = meanwhile.length > 0
  // Whoever was stopped is led here; whoever is still typing is not interrupted.
  useEffect(() => {
    if (isShown && stops > 0) box.current?.focus()
  }, [isShown, stops])
  if (!isShown) return null
  // The button goes with the question: the keyboard goes on in what it was about.
  const decide = (way: () => void) => () => {
    const around = box.current?.closest('form, dialog')
    way()
    around?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <div class="meanwhile" role="alert" tabIndex={-1} ref={box}>
      <p>
        <strong>{t('meanwhile')}</strong> {t('meanwhile.what', { what: list(meanwhile.map(nameOf)) })}
      </p>
      <div class="row">
        <Button look="plain" onClick={decide(takeTheirs)}>
          {t('meanwhile.theirs')}
        </Button>
        <Button look="soft" onClick={decide(keepMine)}>
          {t('meanwhile.mine')}
        </Button>
      </div>
    </div>
  )
}
