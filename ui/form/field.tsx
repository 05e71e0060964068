import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'

// Labelled inputs with hint and error. Validation is done by the browser and the server only; the texts are ours.

type Extra = { label: string; hint?: ComponentChildren; fault?: string | null }

const describedBy = (id: string, hint: unknown, fault: unknown) =>
  [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ') || undefined

const Labelled = ({ id, label, hint, fault, children }: Extra & { id: string; children: ComponentChildren }) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint && (
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <ErrorMessage id={`${id}-fault`} of={fault} />
  </div>
)

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function whyInvalid({ validity, type }: Control): Parameters<typeof w>[0] {
  if (validity.valueMissing) return 'invalid.missing'
  if (validity.typeMismatch) return type === 'email' ? 'invalid.email' : 'invalid.url'
  return type === 'date' ? 'invalid.date' : 'invalid.other'
}

/** The fault that the browser has found when the form was submitted, in our words instead of its bubble. */
function useFault(given: string | null | undefined, onInput: ((event: never) => void) | undefined) {
  const [found, setFound] = useState<Parameters<typeof w>[0] | null>(null)
  return {
    fault: given || (found && w(found)),
    handlers: {
      onInvalid: (event: Event) => {
        event.preventDefault()
        const control = event.currentTarget as Control
        setFound(whyInvalid(control))
        if (control.form?.querySelector(':is(input, textarea, select):invalid') === control) control.focus()
      },
      // Not a listener of its own: rendering between two listeners would reset the value to the one before the input.
      onInput: (event: never) => {
        onInput?.(event)
        setFound(null)
      },
    },
  }
}

export function Field({ label, hint, fault: given, ...rest }: Extra & JSX.IntrinsicElements['input']) {
  const id = useId()
  const { fault, handlers } = useFault(given, rest.onInput as never)
  return (
    <Labelled id={id} label={label} hint={hint} fault={fault}>
      <input id={id} {...rest} {...handlers} aria-invalid={fault ? true : undefined} aria-describedby={describedBy(id, hint, fault)} />
    </Labelled>
  )
}

export function TextArea({ label, hint, fault: given, ...rest }: Extra & JSX.IntrinsicElements['textarea']) {
  const id = useId()
  const { fault, handlers } = useFault(given, rest.onInput as never)
  return (
    <Labelled id={id} label={label} hint={hint} fault={fault}>
      <textarea
        id={id}
        rows={5}
        {...rest}
        {...handlers}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, hint, fault)}
      />
    </Labelled>
  )
}

export function Select({ label, hint, fault: given, children, ...rest }: Extra & JSX.IntrinsicElements['select']) {
  const id = useId()
  // Browsers report a choice as `input` and then as `change`: rendering after the first would take it back before the second.
  const { fault, handlers } = useFault(given, rest.onChange as never)
  return (
    <Labelled id={id} label={label} hint={hint} fault={fault}>
      <select
        id={id}
        {...rest}
        onInvalid={handlers.onInvalid}
        onChange={handlers.onInput}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, hint, fault)}
      >
        {children}
      </select>
    </Labelled>
  )
}

type Choice<T extends string> = { value: T; label: string; hint?: string }

/** A radio group. */
export function Choices<T extends string>(props: {
  legend: string
  name: string
  value: T
  options: Choice<T>[]
  onChoose(value: T): void
}) {
  const { legend, name, value, options, onChoose } = props
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label class="choice" key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Validation errors of the server by field name; "" holds what belongs to no field. */
export function faultsOf(error: unknown, fields: Partial<Record<string, string>> = {}): Record<string, string> {
  if (!(error instanceof ProblemError)) return error ? { '': reasonOf(error).detail } : {}
  const { code, detail, errors = [] } = error.problem
  const found: Record<string, string> = {}
  for (const { path, message } of errors) found[path.replace(/^\//, '').split('/')[0] ?? ''] ??= message
  // Some error codes name no field but belong to one: invalid_phone.
  if (fields[code]) found[fields[code]!] = detail
  if (Object.keys(found).length === 0) found[''] = detail
  return found
}

/** The reason in an error, for a form with one field. */
export const faultOf = (error: unknown): string => Object.values(faultsOf(error))[0] ?? ''
