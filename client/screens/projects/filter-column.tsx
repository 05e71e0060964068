import type { ProjectSearch } from '#client/search.ts'
import { FilterForm, useChoices } from './filter-form.tsx'
import './filters.css'

type Props = { search: ProjectSearch; onChange(search: ProjectSearch): void }

/** Beside the list, on wide screens: every choice is applied at once. */
export const FilterColumn = ({ search, onChange }: Props) => <FilterForm search={search} counted={useChoices(search)} onChange={onChange} />
