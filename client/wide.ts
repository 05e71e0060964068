import { signal } from '@preact/signals'

// Whether the window has room for a column of filters beside the list.

const query = matchMedia('(min-width: 62.5rem)')
export const isWide = signal(query.matches)
query.addEventListener('change', () => {
  isWide.value = query.matches
})
