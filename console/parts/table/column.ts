import type { ComponentChildren, ComponentProps } from 'preact'

export type Attributes<E extends 'table' | 'tr' | 'td'> = ComponentProps<E> & { [name: `data-${string}`]: string | number | undefined }

/** A column of a table. In a list its key is also its sort in the address. */
export type Column<R> = {
  key: string
  name: string
  /** Shown in the heading instead of the name. */
  head?: ComponentChildren
  headClass?: string
  /** The direction of the first click; absent: the list cannot be sorted by it. */
  sort?: 'asc' | 'desc'
  isFigure?: boolean
  /** Names the row; without one the first column does. */
  isRowHead?: boolean
  /** Shown only when it is chosen. */
  isOptional?: boolean
  /** Has a line of its own in the cards of phones. */
  isWide?: boolean
  className?: string
  dir?: 'auto'
  cell(row: R, index: number): ComponentChildren
  cellProps?(row: R, index: number): Attributes<'td'>
}

/** The chosen columns in the order of the list; the first one names the row and is always shown. */
export function shownColumns<C extends { key: string; isOptional?: boolean }>(columns: readonly C[], chosen: readonly string[]): C[] {
  const [head, ...rest] = columns
  const known = rest.filter(({ key }) => chosen.includes(key))
  const isChoice = chosen.some((key) => columns.some((column) => column.key === key))
  return [head!, ...(isChoice ? known : rest.filter(({ isOptional }) => !isOptional))]
}
