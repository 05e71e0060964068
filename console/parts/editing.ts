import { useEffect, useState } from 'preact/hooks'
import type { Input } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { callWithEtag, ProblemError } from '#ui/api.ts'
import { faultsOf } from '#ui/field.tsx'
import { keyOf, queries } from '#ui/query.ts'
import { tell } from '#ui/toast.tsx'
import { useAct } from './act.ts'

// What is typed about a thing; what others changed of it meanwhile; and how it is saved without anybody overwriting anybody.

const TRIES = 3

type Headers = Record<string, string>
/** A thing that is edited: what a form shows of it, and how it is read and written. */
export type Kind<T, F extends object> = {
  formOf(thing: T | null): F
  changedKeys?(one: F, other: F): (keyof F & string)[]
  /** As it is now, with the name of that state; null where it is gone, which writing it will say. */
  read(thing: T): Promise<{ answer: T | null; etag: string | null }>
  write(thing: T, form: F, base: F, headers: Headers): Promise<T>
  create?(form: F): Promise<T>
  /** Refusals that name no key but concern one. */
  fieldOf?: Record<string, string>
}

const differing = <F extends object>(one: F, other: F): (keyof F & string)[] =>
  (Object.keys(one) as (keyof F & string)[]).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))

/** Shown from now on, wherever this was asked for. */
export function remember<E extends Endpoint>(endpoint: E, input: Input<E>, answer: AnswerOf<E>): void {
  queries.setQueryData(keyOf(endpoint, input), { answer, savedAt: null })
}

export async function readNow<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<{ answer: AnswerOf<E>; etag: string | null }> {
  const named = await callWithEtag(endpoint, input)
  remember(endpoint, input, named.answer)
  return named
}

/**
 * Looks, compares with what was seen, and writes only against the state just looked at: an application that came in meanwhile is no reason to
 * stop, another text is. Null: it was.
 */
export async function writeUnlessChanged<R extends { etag: string | null }, T>(
  look: () => Promise<R>,
  isAsSeen: (now: R) => boolean,
  write: (headers: Headers, now: R) => Promise<T>,
): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    const now = await look()
    if (!isAsSeen(now)) return null
    try {
      return await write({ 'if-match': now.etag! }, now)
    } catch (problem) {
      if (!(problem instanceof ProblemError) || problem.problem.code !== 'precondition_failed' || tries === TRIES) throw problem
    }
  }
}

export function useEditing<T, F extends object>(present: T | null, kind: Kind<T, F>) {
  const { formOf, changedKeys = differing } = kind
  const [base, setBase] = useState(() => formOf(present))
  const [form, setForm] = useState(base)
  const [stops, setStops] = useState(0)
  const { act, isBusy, error, clear } = useAct()
  const isDirty = changedKeys(form, base).length > 0
  const theirs = formOf(present)
  const meanwhile = present ? changedKeys(base, theirs) : []
  const start = (from: F) => {
    setBase(from)
    setForm(from)
    setStops(0)
    clear()
  }
  // Nobody has typed anything: the page simply shows what there is now.
  useEffect(() => {
    if (meanwhile.length > 0 && !isDirty) start(theirs)
  }, [present, isDirty])

  const update = (thing: T, typed: F): Promise<T | null> =>
    writeUnlessChanged(
      () => kind.read(thing),
      ({ answer }) => answer === null || changedKeys(base, formOf(answer)).length === 0,
      (headers) => kind.write(thing, typed, base, headers),
    )

  /** What is there then; null where others were faster, undefined where it was refused. */
  async function save(done: string, changes: Partial<F> = {}): Promise<T | null | undefined> {
    const typed = { ...form, ...changes }
    setForm(typed)
    const work = async () => {
      const saved = present ? await update(present, typed) : await kind.create!(typed)
      if (saved === null) setStops(stops + 1)
      else {
        start(formOf(saved))
        tell(done)
      }
      return saved
    }
    return act(work, { isQuiet: true })
  }

  const found = error ? faultsOf(error, kind.fieldOf) : {}
  const faults: Record<string, string> = Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.')[0]!, text]))
  return {
    form,
    base,
    set: (changes: Partial<F>) => setForm((known) => ({ ...known, ...changes })),
    isDirty,
    isBusy,
    error,
    faults,
    /** What others changed while something was typed here. */
    meanwhile: isDirty ? meanwhile : [],
    /** How often saving was stopped by that. */
    stops,
    takeTheirs: () => start(theirs),
    /** Mine where I typed, theirs everywhere else. */
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
