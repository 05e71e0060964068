import { useLayoutEffect, useRef } from 'preact/hooks'

/** Moves the focus to the heading when the focused button is removed by its own action. */
export function useRestoredFocus<T extends HTMLElement>() {
  const box = useRef<T>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasInside = box.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (wasInside && document.activeElement === document.body) heading.current?.focus()
  })
  return { box, heading }
}
