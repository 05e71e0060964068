type Props<T extends string> = {
  label: string
  any?: string // the option without a filter
  value: string
  options: readonly { value: T; name: string }[]
  onChoose(value: T | ''): void
}

/** A filter of a list. */
export const ChoiceField = <T extends string>({ label, any, value, options, onChoose }: Props<T>) => (
  <select aria-label={label} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as T | '')}>
    {any !== undefined && <option value="">{any}</option>}
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.name}
      </option>
    ))}
  </select>
)
