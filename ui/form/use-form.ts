import { useEffect, useRef, useState } from 'preact/hooks'
import { useAct } from '#ui/act/act.ts'
import { reasonOf } from '#ui/states.tsx'
import { faultsOf } from './field.tsx'

/** How a thing is edited: its form, and how what was typed is saved. */
export type Editable<T, F extends object> = {
  formOf(thing: T | null): F
  changedKeys?(one: F, other: F): (keyof F & string)[]
  /** The saved state; null when nothing was written: others have changed what the form was opened with (ui/server/if-match.ts). */
  save(present: T | null, typed: F, base: F): Promise<T | null>
  /** The field of an error that names none, by error code. */
  fieldOf?: Record<string, string>
}

type SaveOptions<F> = { changes?: Partial<F>; isEverywhere?: boolean }

export const differing = <F extends object>(one: F, other: F): (keyof F & string)[] =>
  (Object.keys(one) as (keyof F & string)[]).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))

const part = <F extends object>(form: F, keys: (keyof F)[]) => Object.fromEntries(keys.map((key) => [key, form[key]])) as Partial<F>

/** By field; "" if none of them is a field of the form. */
function faultsIn(form: object, error: unknown, fieldOf?: Record<string, string>): Record<string, string> {
  const found = faultsOf(error, fieldOf)
  const faults = Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.')[0]!, text]))
  if (error && !Object.keys(faults).some((key) => key in form)) faults[''] ??= reasonOf(error).detail
  return faults
}

/**
 * The values of a form. What is typed stays until it is saved or discarded; what others save meanwhile is shown in fields that were not
 * changed, and counts as a conflict in the others. `opened`: the form starts again when it changes, such as whether its dialog is open.
 */
export function useForm<T, F extends object>(present: T | null, editable: Editable<T, F>, opened?: unknown) {
  const { formOf, changedKeys = differing } = editable
  const [base, setBase] = useState(() => formOf(present))
  const [form, setForm] = useState(base)
  const [stops, setStops] = useState(0)
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  const isDirty = changedKeys(form, base).length > 0
  const theirs = formOf(present)
  const changedByOthers = present ? changedKeys(base, theirs) : []
  const start = (from: F, sent?: F) => {
    setBase(from)
    // What was typed while it was being sent stays.
    setForm((now) => (sent ? { ...from, ...part(now, changedKeys(sent, now)) } : from))
    setStops(0)
    clear()
  }
  const lastOpened = useRef(opened)
  if (lastOpened.current !== opened) {
    lastOpened.current = opened
    start(theirs)
  }
  // No unsaved changes, or what is typed is stored already: show the current state.
  const isStored = changedByOthers.length > 0 && changedKeys(form, theirs).length === 0
  useEffect(() => {
    if (!isBusy && changedByOthers.length > 0 && (!isDirty || isStored)) start(theirs)
  }, [present, isDirty]) // what arrives while it is being sent may be an optimistic update of the same values

  /** The saved state; null when nothing was written, undefined on an error. */
  const save = (done: string | ((saved: T) => string), { changes, isEverywhere }: SaveOptions<F> = {}): Promise<T | null | undefined> => {
    const typed = { ...form, ...changes }
    const toast = (saved: T | null) => (saved === null ? undefined : typeof done === 'string' ? done : done(saved))
    setForm(typed)
    return act(
      async () => {
        const saved = await editable.save(present, typed, base)
        if (saved === null) setStops(stops + 1)
        else start(formOf(saved), typed)
        return saved
      },
      { done: toast, isEverywhere },
    )
  }
  return {
    form,
    base,
    set: (changes: Partial<F>) => setForm((current) => ({ ...current, ...changes })),
    isDirty,
    isBusy,
    error,
    faults: faultsIn(form, error, editable.fieldOf),
    /** Fields that others changed since the form was opened. */
    changedByOthers: isDirty && !isStored ? changedByOthers : [],
    /** How often saving was stopped by a conflict. */
    stops,
    takeTheirs: () => start(theirs),
    /** Edited fields stay, all others become theirs. */
    keepMine: () => {
      setForm({ ...theirs, ...part(form, changedKeys(base, form)) })
      setBase(theirs)
      setStops(0)
    },
    revert: () => start(base),
    save,
  }
}
