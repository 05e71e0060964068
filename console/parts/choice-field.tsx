type Props<T extends string> = {
  label: string
  any?: string // not narrowed at all
  value: string
  options: readonly { value: T; name: string }[]
  onChoose(value: T | ''): void
}

/** One of the things a list can be narrowed to. */
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
