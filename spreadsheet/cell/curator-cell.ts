import { matchKey } from '#rules/project/project.ts'
import type { CuratorRow } from '#store/spreadsheet/export.ts'
import type { Read } from './cell-read.ts'

export type FoundCurator = { id: number | null; cell: string }

/** Finds the responsible curator by email, login or name; an empty cell is nobody. */
export function curatorReader(curators: readonly CuratorRow[]): (cell: string) => Read<FoundCurator> {
  const byKey = new Map<string, CuratorRow[]>()
  const add = (key: string, one: CuratorRow) => byKey.set(key, [...(byKey.get(key) ?? []), one])
  for (const one of curators) {
    const words = matchKey(one.name).split(' ')
    // "surname name patronymic", also without the patronymic, and with the name first
    const names = [words, words.slice(0, 2), words.slice(0, 2).toReversed(), [...words.slice(1), ...words.slice(0, 1)]]
    for (const key of new Set([...one.emails, one.login, ...names.map((parts) => parts.join(' '))])) add(key, one)
  }
  return (cell) => {
    const key = matchKey(cell)
    if (cell.trim() === '') return { value: { id: null, cell: '' } }
    const found = byKey.get(key) ?? []
    if (found.length === 1) return { value: { id: found[0]!.id, cell: found[0]!.cell } }
    return { fault: { code: found.length === 0 ? 'unknown_curator' : 'several_curators', details: { value: cell.trim() } } }
  }
}
