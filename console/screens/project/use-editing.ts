import { useEffect, useState } from 'preact/hooks'
import { once, useAct } from '#console/parts/act.ts'
import { createProject, type EditedProject, getConsoleProject, updateProject } from '#contract/console/project.ts'
import { call, callNamed, ProblemError } from '#ui/api.ts'
import { faultsOf } from '#ui/field.tsx'
import { keyOf, queries } from '#ui/query.ts'
import { tell } from '#ui/toast.tsx'
import { changedKeys, draftOf, type Form, type FormKey, formOf, rebased } from './form.ts'

const TRIES = 3

// Refusals that name no key but concern one.
const fieldOf = { slug_taken: 'slug', invalid_slug: 'slug', invalid_dates: 'dateEnd', unknown_tag: 'tags', unknown_project: 'related' }

export const remember = (project: EditedProject): void => {
  queries.setQueryData(keyOf(getConsoleProject, { params: { id: String(project.id) } }), { answer: project, savedAt: null })
}

/** What is typed about a project; what others changed meanwhile; and how it is saved without anybody overwriting anybody. */
export function useEditing(present: EditedProject | null) {
  const [base, setBase] = useState(() => formOf(present))
  const [form, setForm] = useState(base)
  const { act, isBusy, error, clear } = useAct()
  const isDirty = changedKeys(form, base).length > 0
  const theirs = formOf(present)
  const meanwhile: FormKey[] = present ? changedKeys(base, theirs) : []
  const start = (from: Form) => {
    setBase(from)
    setForm(from)
    clear()
  }
  // Nobody has typed anything: the page simply shows what there is now.
  useEffect(() => {
    if (meanwhile.length > 0 && !isDirty) start(theirs)
  }, [present])

  async function update({ id }: EditedProject): Promise<EditedProject | null> {
    const params = { id: String(id) }
    for (let tries = 1; ; tries++) {
      const { answer, etag } = await callNamed(getConsoleProject, { params })
      remember(answer)
      if (changedKeys(base, formOf(answer)).length > 0) return null
      try {
        // Only against what was just compared: an application that came in meanwhile is no reason to stop, another text is.
        return await call(updateProject, { params, body: draftOf(form, base), headers: { 'if-match': etag! } })
      } catch (problem) {
        if (!(problem instanceof ProblemError) || problem.problem.code !== 'precondition_failed' || tries === TRIES) throw problem
      }
    }
  }

  async function save(done: string): Promise<EditedProject | undefined> {
    const work = async () => {
      const project = present ? await update(present) : await call(createProject, { body: draftOf(form, formOf(null)), ...once() })
      if (!project) return null
      remember(project)
      start(formOf(project))
      tell(done)
      return project
    }
    return (await act(work, { isQuiet: true })) ?? undefined
  }

  const found = error ? faultsOf(error, fieldOf) : {}
  const faults = Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.')[0]!, text]))
  return {
    form,
    base,
    set: (changes: Partial<Form>) => setForm((known) => ({ ...known, ...changes })),
    isDirty,
    isBusy,
    error,
    faults,
    /** What others changed while something was typed here. */
    meanwhile: isDirty ? meanwhile : [],
    takeTheirs: () => start(theirs),
    keepMine: () => {
      setForm(rebased(form, base, theirs))
      setBase(theirs)
    },
    revert: () => start(base),
    save,
  }
}
export type Editing = ReturnType<typeof useEditing>
