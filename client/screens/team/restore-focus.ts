import { useLayoutEffect, useRef } from 'preact/hooks'

/** When the button under the finger goes away with what it did, the focus goes to the heading above instead of nowhere. */
export function useRestoredFocus<T extends HTMLElement>() {
  const box = useRef<T>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasInside = box.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (wasInside && document.activeElement === document.body) heading.current?.focus()
  })
  return { box, heading }
}
