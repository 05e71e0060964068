import { type ComponentChildren, render } from 'preact'

/** Renders a dialog outside of the screens, until `close` is called. */
export function show(content: (close: () => void) => ComponentChildren): void {
  const place = document.body.appendChild(document.createElement('div'))
  const close = () => {
    render(null, place)
    place.remove()
  }
  render(content(close), place)
}
