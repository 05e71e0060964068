import { useEffect, useRef, useState } from 'preact/hooks'
import { Unsaved } from '#console/parts/unsaved.tsx'
import { t } from '#console/texts/index.ts'
import { Button } from '#ui/button.tsx'
import { Field, faultsOf, TextArea } from '#ui/field.tsx'
import { reasonOf } from '#ui/states.tsx'
import { w } from '#ui/words.ts'

type Values = { name: string; description: string }
type Props = {
  start: Values
  error: unknown
  isBusy: boolean
  submit: string
  /** What to do then, once nothing is unsaved any more; nothing when it was refused. */
  onSave(values: Values): Promise<(() => void) | undefined>
}

/** The name and description of a team. What others change meanwhile shows, unless something is being typed. */
export function TeamForm({ start, error, isBusy, submit, onSave }: Props) {
  const [typed, setTyped] = useState<Values | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const values = typed ?? start
  const isDirty = typed !== null && (typed.name !== start.name || typed.description !== start.description)
  const faults: Record<string, string> = error ? faultsOf(error, { name_taken: 'name', invalid_name: 'name' }) : {}
  const whole = error && !faults.name && !faults.description ? reasonOf(error).detail : null
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [error])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const then = await onSave(values)
    if (!then) return
    setTyped(null)
    setTimeout(then) // after the page knows that nothing is unsaved
  }
  return (
    <form class="stack" ref={form} onSubmit={send}>
      <Field
        label={t('teams.name')}
        hint={t('teams.name.hint')}
        fault={faults.name}
        dir="auto"
        required
        maxLength={100}
        autocomplete="off"
        value={values.name}
        onInput={({ currentTarget }) => setTyped({ ...values, name: currentTarget.value })}
      />
      <TextArea
        label={`${t('teams.description')} (${t('optional')})`}
        hint={t('teams.description.hint')}
        fault={faults.description}
        dir="auto"
        rows={3}
        maxLength={2000}
        value={values.description}
        onInput={({ currentTarget }) => setTyped({ ...values, description: currentTarget.value })}
      />
      {whole && (
        <p class="field-fault" role="alert">
          {whole}
        </p>
      )}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
          {submit}
        </Button>
        {isDirty && (
          <Button look="plain" onClick={() => setTyped(null)}>
            {w('discard')}
          </Button>
        )}
      </div>
      <Unsaved isDirty={isDirty} />
    </form>
  )
}
