import { signal } from '@preact/signals'
import { first } from './icons/first.ts'
import type { more } from './icons/more.ts'

// Icons of Lucide on a 24-unit grid. Decorative: hidden from screen readers.

export type IconName = keyof typeof first | keyof typeof more

const paths = signal<Partial<Record<IconName, string>>>(first)

/** The icons that the first screen does not need. Lazy screens are loaded together with them. */
export const loadMoreIcons = async (): Promise<void> => {
  if (paths.value === first) paths.value = { ...first, ...(await import('./icons/more.ts')).more }
}

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  const path = paths.value[name]
  if (path === undefined) loadMoreIcons().catch(() => {}) // offline: the place stays empty
  return (
    <svg
      class={`icon icon-${name}`}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
