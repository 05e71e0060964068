import type { ComponentChildren } from 'preact'

/** A column of a list. Its key is also its sort in the address. */
export type Column<R> = {
  key: string
  name: string
  /** The direction of the first click; absent: the list cannot be sorted by it. */
  sort?: 'asc' | 'desc'
  isFigure?: boolean
  /** Shown only when it is chosen. */
  isOptional?: boolean
  className?: string
  cell(row: R): ComponentChildren
}

/** The chosen columns in the order of the list; the first one names the row and is always shown. */
export function shownColumns<C extends { key: string; isOptional?: boolean }>(columns: readonly C[], chosen: readonly string[]): C[] {
  const [head, ...rest] = columns
  const known = rest.filter(({ key }) => chosen.includes(key))
  const isChoice = chosen.some((key) => columns.some((column) => column.key === key))
  return [head!, ...(isChoice ? known : rest.filter(({ isOptional }) => !isOptional))]
}
