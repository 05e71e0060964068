import type { ComponentChildren } from 'preact'

/** Labels and values; empty values are left out. */
export const Pairs = ({ rows }: { rows: [string, ComponentChildren][] }) => (
  <dl class="pairs">
    {rows
      .filter(([, value]) => value !== null)
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
  </dl>
)
