import { signal } from '@preact/signals'

// Whether the window has room for a navigation with labels and for two columns; with a larger font it needs more.

const query = matchMedia('(min-width: 62.5rem)')
export const isWide = signal(query.matches)
query.addEventListener('change', () => {
  isWide.value = query.matches
})
