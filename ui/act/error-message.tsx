import { reasonOf } from '#ui/states.tsx'

/** Why something was not done: a text, or the reason in an error. Nothing without one. */
export function ErrorMessage({ of, id }: { of: unknown; id?: string }) {
  const text = typeof of === 'string' ? of : of ? reasonOf(of).detail : ''
  if (!text) return null
  return (
    <p class="field-fault" id={id} role="alert">
      {text}
    </p>
  )
}
