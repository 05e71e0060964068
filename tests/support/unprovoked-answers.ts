import { commonErrors, errors } from '#contract/errors.ts'

/** Given by what all calls share, or slow to provoke: one call that shows it stands for all that declare it. */
export const onceIsEnough: Record<string, string> = {
  ...Object.fromEntries(commonErrors.map((code) => [`${errors[code].status} ${code}`, 'given before or around every call alike'])),
}

/** Declared but answered in no test, with the reason. */
export const unprovoked: Record<string, string> = {}
