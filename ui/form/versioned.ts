import { type Versioned, writeUnlessChanged } from '#ui/server/if-match.ts'
import { differing, type Editable } from './use-form.ts'

type Steps<T, F extends object> = Omit<Editable<T, F>, 'save'> & {
  /** The current state; null when it was deleted: then `write` gets the 404. */
  read(thing: T): Promise<Versioned<T | null>>
  write(thing: T, typed: F, base: F, headers: Record<string, string>): Promise<T>
  create?(typed: F): Promise<T>
}

/** Written only if nobody else has changed it since the form was opened. */
export const versioned = <T, F extends object>({ read, write, create, ...editable }: Steps<T, F>): Editable<T, F> => {
  const { formOf, changedKeys = differing } = editable
  return {
    ...editable,
    async save(present, typed, base) {
      if (present === null) return create!(typed)
      return writeUnlessChanged(
        () => read(present),
        {
          isUnchanged: (now) => now === null || changedKeys(base, formOf(now)).length === 0,
          isWritten: (now) => now !== null && changedKeys(typed, formOf(now)).length === 0,
        },
        (headers) => write(present, typed, base, headers),
      )
    },
  }
}
