import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type Props = Omit<JSX.IntrinsicElements['form'], 'onSubmit' | 'ref'> & {
  /** Of the last attempt: the first invalid field gets the focus. */
  error?: unknown
  onSubmit(form: HTMLFormElement): unknown
}

export function Form({ error, onSubmit, class: name = 'stack', ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  return (
    <form
      {...rest}
      class={name}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation() // of a form in a dialog inside another form
        void onSubmit(form.current!)
      }}
    />
  )
}
