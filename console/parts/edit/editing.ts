import { useEffect, useState } from 'preact/hooks'
import { useAct } from '#console/parts/act.ts'
import type { Input } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { faultsOf } from '#ui/form/field.tsx'
import { callWithEtag, ProblemError } from '#ui/server/api.ts'
import { keyOf, queries } from '#ui/server/query.ts'

// Forms with optimistic locking: what others save while a form has unsaved changes is detected and never overwritten.

const TRIES = 3

type Headers = Record<string, string>
/** How a resource is edited: its form, and how it is read and written. */
export type Editable<T, F extends object> = {
  formOf(thing: T | null): F
  changedKeys?(one: F, other: F): (keyof F & string)[]
  /** The current state with its ETag; null when it was deleted: then `write` gets the 404. */
  read(thing: T): Promise<{ answer: T | null; etag: string | null }>
  write(thing: T, form: F, base: F, headers: Headers): Promise<T>
  create?(form: F): Promise<T>
  /** The field of an error that names none, by error code. */
  fieldOf?: Record<string, string>
}

const differing = <F extends object>(one: F, other: F): (keyof F & string)[] =>
  (Object.keys(one) as (keyof F & string)[]).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))

/** Puts an answer into the query cache. */
export function cacheAnswer<E extends Endpoint>(endpoint: E, input: Input<E>, answer: AnswerOf<E>): void {
  queries.setQueryData(keyOf(endpoint, input), { answer, savedAt: null })
}

export async function readNow<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<{ answer: AnswerOf<E>; etag: string | null }> {
  const named = await callWithEtag(endpoint, input)
  cacheAnswer(endpoint, input, named.answer)
  return named
}

/**
 * Reads, compares with the state the form was opened with, and writes with `If-Match`. The comparison is by field: the ETag also changes
 * with a new application, which is no conflict. After 412 it reads again. Returns null on a conflict. What is stored already as it is to be
 * written is not written: the answer to an earlier try was lost.
 */
export async function writeUnlessChanged<A, T>(
  read: () => Promise<{ answer: A; etag: string | null }>,
  { isUnchanged, isWritten }: { isUnchanged(now: A): boolean; isWritten(now: A): boolean },
  write: (headers: Headers, now: A) => Promise<T>,
): Promise<T | A | null> {
  for (let tries = 1; ; tries++) {
    const { answer: now, etag } = await read()
    if (isWritten(now)) return now
    if (!isUnchanged(now)) return null
    try {
      return await write({ 'if-match': etag! }, now)
    } catch (problem) {
      if (!(problem instanceof ProblemError) || problem.problem.code !== 'precondition_failed' || tries === TRIES) throw problem
    }
  }
}

export function useEditing<T, F extends object>(present: T | null, editable: Editable<T, F>) {
  const { formOf, changedKeys = differing } = editable
  const [base, setBase] = useState(() => formOf(present))
  const [form, setForm] = useState(base)
  const [stops, setStops] = useState(0)
  const { act, isBusy, error, clear } = useAct()
  const isDirty = changedKeys(form, base).length > 0
  const theirs = formOf(present)
  const changedByOthers = present ? changedKeys(base, theirs) : []
  const start = (from: F) => {
    setBase(from)
    setForm(from)
    setStops(0)
    clear()
  }
  // No unsaved changes, or what is typed is stored already: show the current state.
  const isStored = changedByOthers.length > 0 && changedKeys(form, theirs).length === 0
  useEffect(() => {
    if (changedByOthers.length > 0 && (!isDirty || isStored)) start(theirs)
  }, [present, isDirty])

  const update = (thing: T, typed: F): Promise<T | null> =>
    writeUnlessChanged(
      () => editable.read(thing),
      {
        isUnchanged: (now) => now === null || changedKeys(base, formOf(now)).length === 0,
        isWritten: (now) => now !== null && changedKeys(typed, formOf(now)).length === 0,
      },
      (headers) => editable.write(thing, typed, base, headers),
    )

  /** The saved state; null on a conflict, undefined on an error. */
  async function save(done: string, changes: Partial<F> = {}): Promise<T | null | undefined> {
    const typed = { ...form, ...changes }
    setForm(typed)
    const work = async () => {
      const saved = present ? await update(present, typed) : await editable.create!(typed)
      if (saved === null) setStops(stops + 1)
      else {
        start(formOf(saved))
        tell(done)
      }
      return saved
    }
    return act(work, { isQuiet: true })
  }

  const found = error ? faultsOf(error, editable.fieldOf) : {}
  const faults: Record<string, string> = Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.')[0]!, text]))
  return {
    form,
    base,
    set: (changes: Partial<F>) => setForm((current) => ({ ...current, ...changes })),
    isDirty,
    isBusy,
    error,
    faults,
    /** Fields that others changed since the form was opened. */
    changedByOthers: isDirty && !isStored ? changedByOthers : [],
    /** How often saving was stopped by a conflict. */
    stops,
    takeTheirs: () => start(theirs),
    /** Edited fields stay, all others become theirs. */
    keepMine: () => {
      const own = Object.fromEntries(changedKeys(base, form).map((key) => [key, form[key]])) as Partial<F>
      setForm({ ...theirs, ...own })
      setBase(theirs)
      setStops(0)
    },
    revert: () => start(base),
    save,
  }
}
