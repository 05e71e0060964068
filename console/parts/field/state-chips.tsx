import { t } from '#console/texts.ts'
import { count } from '#ui/time/format.ts'
import './state-chips.css'

type Props<S extends string> = {
  label: string
  value: string
  states: readonly S[]
  nameOf(state: S): string
  counts?: Record<S, number>
  onChoose(state: S | ''): void
}

/** The filter of a list by state, with how many rows each state has. */
export function StateChips<S extends string>({ label, value, states, nameOf, counts, onChoose }: Props<S>) {
  const all = counts && states.reduce((sum, state) => sum + counts[state], 0)
  const chip = (state: S | '', name: string, number: number | undefined) => (
    <button key={state} type="button" class="chip" aria-pressed={value === state} onClick={() => onChoose(state)}>
      {name} {number !== undefined && <span class="state-count">{count(number)}</span>}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div class="state-chips" role="group" aria-label={label}>
      {chip('', t('all'), all)}
      {states.map((state) => chip(state, nameOf(state), counts?.[state]))}
    </div>
  )
}
